//! What a sentence of a person's does in a conversation: it asks for something, or says how something is.
//! Running summaries keep the two apart.
//!
//! A request shows by its words: a question, a wish, an order, which begins with a verb. What shows none of
//! that and has a verb says something; what has none (*the same for staging*) leans on what was asked.

use super::rules::{LONGEST, Rules, behind, has, is_word, plain, starts};

/// So many words at most a sentence has up to its verb, the verb included, to say how something is.
const SUBJECT: usize = 8;

impl Rules {
    /// Whether a sentence says how something is or must be, and asks for nothing: enough for a summary.
    pub fn is_stated(&self, sentence: &str) -> bool {
        let text = plain(sentence);
        let asks = has(&text, self.list("asked", "has")).is_some();
        if asks || sentence.len() > LONGEST || sentence.trim_end().ends_with([':', '：']) {
            return false;
        }
        let start = self.main_clause(&text);
        !self.is_asked(start) && self.has_verb(start)
    }

    /// The sentence from the clause on that says what it is about: *if it fails, revert it*.
    fn main_clause<'t>(&self, text: &'t str) -> &'t str {
        let mut start = self.without_openers(text);
        if starts(start, self.list("asked", "clauses")).is_some()
            && let Some(comma) = start.find([',', '，'])
        {
            start = behind(&start[comma..]);
        }
        while let Some(rest) = starts(start, self.list("asked", "leads")).filter(|rest| !rest.is_empty()) {
            start = self.without_openers(rest);
        }
        start
    }

    fn is_asked(&self, start: &str) -> bool {
        starts(start, self.list("leave-out", "questions")).is_some()
            || starts(start, self.list("asked", "starts")).is_some()
            || self.is_order(start)
    }

    /// Whether it begins with a verb that tells somebody to do something: one of those that usually do, or
    /// a word with an object right behind it that is nothing else.
    fn is_order(&self, start: &str) -> bool {
        let is_object = |rest: &str| starts(rest, self.list("asked", "objects")).is_some();
        let is_subject = |rest: &str| starts(rest, self.list("asked", "unless")).is_some();
        if let Some(rest) = starts(start, self.list("asked", "verbs")) {
            let compound = rest.split_once(' ').is_some_and(|(_, rest)| is_subject(rest));
            return !is_subject(rest) && (is_object(rest) || !compound);
        }
        let Some((word, rest)) = start.split_once(' ') else { return false };
        let is_one = |section: &str, list: &str| self.list(section, list).iter().any(|known| known == word);
        let ends = |ending: &str| word.ends_with(ending);
        let is_other = is_one("stated", "starts") || is_one("stated", "leads") || is_one("asked", "objects");
        is_object(rest) && !is_other && !(ends("ed") || ends("ing") || ends("ly") || ends("s") && !ends("ss"))
    }

    /// Whether it has a verb that says something of a subject before it.
    fn has_verb(&self, start: &str) -> bool {
        if !start.starts_with(is_word) {
            // Without spaces between words there are no beginnings of words either.
            return ["starts", "verbs"].iter().any(|list| has(start, self.list("stated", list)).is_some());
        }
        let words: Vec<&str> = start.split_whitespace().collect();
        if words.len() > 2 && starts(start, self.list("stated", "starts")).is_some() {
            return true;
        }
        let is_one = |section: &str, list: &str, word: &str| self.list(section, list).iter().any(|known| known == word);
        let head = &words[..words.len().min(SUBJECT)];
        has(&head.join(" "), self.list("stated", "verbs")).is_some()
            || head.iter().skip(1).any(|word| word.len() > 4 && word.ends_with("ed"))
            || head.windows(2).skip(1).any(|pair| {
                let [word, object] = pair else { return false };
                is_one("asked", "objects", object)
                    && !is_one("asked", "objects", word)
                    && !is_one("stated", "leads", word)
                    && word.ends_with(is_word)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn all(sentences: &str, stated: bool) {
        let rules = Rules::read(None).unwrap();
        // What is worth a record of its own is told by `kind`, and stands there as well.
        let is = |sentence: &str| rules.kind(sentence).is_some() || rules.is_stated(sentence);
        let wrong: Vec<&str> = sentences.lines().map(str::trim).filter(|sentence| is(sentence) != stated).collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn what_says_how_something_is_is_no_request() {
        all(
            "Most of our customers are in Portugal.
             Ana handles the invoices.
             Postgres 15 runs on the staging machine.
             Tables read better than bullet lists for me.
             Short answers are fine.
             Nobody on the team knows Kubernetes.
             Deployments happen on Tuesdays.
             You don't need to explain the basics to me.
             I'd rather have the summary first.
             English is not my first language.
             Last year the migration took three weeks.
             Two people share the admin account.
             Both services read from the same bucket.
             Since March the invoices go out by email.
             In Lisbon it is an hour earlier.
             When the queue is full, messages are dropped.
             Because of the audit, logs stay for ten years.
             Colours matter to me less than speed.
             Customers complained about the delay.
             Our CI takes forty minutes.
             I came back from leave on Monday.
             I grew up in Porto and studied physics.
             I usually work late.
             Dark mode hurts my eyes.
             Speed matters more than memory here.
             The boss wants it in red.
             Anything under 200 ms is fine.
             Tomorrow is a holiday in Spain.
             Redis was a mistake.
             My manager asked for weekly numbers.
             We've been using Jira since 2019.
             I've never used Rust before.
             They ship on Fridays.
             It's a monorepo with twelve packages.
             Half of the tests are flaky.
             Some endpoints still speak XML.
             That bucket belongs to the finance team.
             PDF exports matter to our auditors.
             Marta left the company in June.
             Lisbon and Porto have separate warehouses.
             Test coverage is 80 % at the moment.
             Usually the nightly job ends before six.
             Only the finance team can approve refunds.
             Without the VPN nothing works.
             My colleague Tom owns the billing service.
             Refunds over 500 EUR need two signatures.
             The old servers belong to the university.
             20 of the 30 seats are taken.
             People here call it the blue service.
             Yesterday the disk filled up.
             I only have an hour a day for this.
             As a designer I care about spacing.
             大部分客户在葡萄牙。
             安娜负责发票。
             预发环境跑的是 Postgres 15。
             表格比列表更容易看。
             团队里没人会 Kubernetes。
             每周二发布。
             英语不是我的母语。
             去年迁移花了三个星期。
             两个服务读同一个桶。
             三月以来发票都用邮件发。
             队列满了会丢消息。
             审计要求日志保留十年。
             对我来说速度比内存重要。
             客户抱怨过延迟。
             我在波尔图长大，学的是物理。
             我一般很晚才工作。
             明天西班牙放假。
             一半的测试不稳定。
             财务团队拥有这个桶。
             深色模式看着累。
             退款超过五百欧需要两个人签字。
             老板要红色的。
             现在跑的版本是 2.3。
             昨天磁盘满了。
             Berlin gets the data with a delay of five minutes.
             Our landlord insists on paper contracts.
             Cold storage lives in Frankfurt.
             Windows users see a blank page.
             Every invoice carries a serial number.
             Vim is what I use at home.
             Nothing beats a good test suite.
             Their API limits us to ten calls a second.
             Sara and I split the on-call weeks.
             On weekends the office is closed.
             My daughter starts school in September.
             Once a week the cache expires.
             Email works better than chat for me.
             Legal wants a copy of everything.
             Until last year we printed all of it.
             I'm colour-blind, so red and green look alike.
             Our biggest customer pays late.
             The intern broke the build twice.
             Python 3.8 reached its end of life.
             Most bugs come from the parser.
             Even small changes go through review.
             Kilometres suit me better than miles.
             I studied chemistry before I came here.
             服务器在法兰克福。
             我女儿九月上学。
             大客户总是晚付款。
             邮件比聊天更适合我。
             法务要一份副本。
             缓存每周过期一次。
             解析器里问题最多。
             实习生把构建弄坏过两次。
             小改动也要评审。
             我是色盲，红绿分不清。
             他们的接口每秒限十次。",
            true,
        );
    }

    #[test]
    fn what_asks_for_something_is_no_statement() {
        all(
            "Look at the export.
             Add a retry to the uploader.
             Now deploy it to staging.
             I want to add CSV export to the page.
             Please rename the module.
             Let's write the tests first.
             Could you explain the error
             What does this function do
             Fix the failing test in parser.rs.
             I need a script that renames files.
             We need to support IPv6 by June.
             Help me understand lifetimes.
             Next, update the changelog.
             Then run the migration.
             First make a backup.
             Write a poem about rivers.
             Show me the diff.
             Try again with a smaller batch.
             How about a cache in front
             You should also check the indexes.
             Make sure the tests pass.
             I'd like a table of the costs.
             I was wondering whether we can cache this.
             Give me three names for the project.
             Review this pull request for me.
             A function that parses dates, please.
             Do it again.
             Once that works, remove the old table.
             If the build fails, revert the commit.
             Before you deploy, run the linter.
             While you are there, fix the typo.
             It should also export CSV.
             Transpile the module to CommonJS.
             Refactor the parts that are slow.
             Have a look at the queue.
             The same for staging.
             One script for each region.
             For the export, use CSV with a header.
             Compare both versions and tell me which is faster.
             Find out why the disk fills up.
             Just change the colour of the button.
             Also translate it to Spanish.
             Sort the list by date.
             Check that the queue is empty.
             We should move the cache to another machine.
             I think you should split the file.
             Test the login with a wrong password.
             Tell Ana that the build is broken.
             Run what is left of the suite.
             看一下导出。
             给上传加个重试。
             现在部署到预发环境。
             帮我改一下这个模块的名字。
             把列表按日期排序。
             能不能查一下日志
             写一个解析日期的函数。
             我想给页面加 CSV 导出。
             先做备份。
             再试一次，批次小一点。
             解释一下这个错误。
             请更新变更日志。
             如果构建失败，就回滚提交。
             修复 parser.rs 里失败的测试。
             删掉旧表。
             加上单元测试。
             让我们先写测试。
             然后运行迁移。
             你应该检查一下索引。
             用中文翻译这段话。
             比较两个版本，告诉我哪个快。
             生成三月的费用表。
             检查队列是不是空的。
             Benchmark the new parser.
             Pin the version of the compiler.
             Could we cache that somewhere
             Rework the intro so that it sounds friendlier.
             Draft an email to the landlord.
             Any idea why it crashes
             Swap the two columns in the report.
             I need to know which tables are unused.
             Same thing for the Spanish page.
             Bring the two lists together.
             Strip the comments from the config.
             Let me see the query plan.
             Plot the latency per hour.
             When you are done, close the ticket.
             Now do the same with users.
             Walk me through the deployment.
             Double the timeout and run it again.
             Instead of a loop, use a map.
             Would it be faster in Rust
             Then add a chart of the errors.
             Don't touch the migrations.
             Kindly resend the invoice.
             Turn this into a table.
             Ask Sara whether she has the keys.
             Five more examples with edge cases.
             Only change the header.
             Wrap it in a transaction.
             Guess the type from the file name.
             把两列换一下。
             画一张每小时延迟的图。
             起草一封给房东的邮件。
             接下来做用户那部分。
             不要动迁移脚本。
             评审一下我的代码。
             再举五个例子。
             告诉我哪些表没人用。
             把超时加倍，再跑一次。
             查查为什么崩溃。",
            false,
        );
    }
}
