//! What takes the place of what, in everyday words that no list of phrases names as a whole; and what stands beside it.

use super::check;

#[test]
fn another_amount_day_or_time_of_one_thing_replaces_it() {
    check(&[
        (
            &[
                "Fact: Our rehearsal is at 18:30 in the upper hall.",
                "Fact: As of May the rehearsal happens at 19:15, same hall.",
            ],
            &["19:15"],
            &["18:30"],
            1,
        ),
        (
            &[
                "Fact: The ferry costs 12 euros per person.",
                "Fact: Fares went up: the ferry costs 15 euros per person.",
            ],
            &["15 euros"],
            &["12 euros"],
            1,
        ),
        (
            &[
                "Constraint: Usernames must have at least 4 characters.",
                "Constraint: The minimum username length has been raised to 6 characters.",
            ],
            &["6 characters"],
            &["at least 4"],
            1,
        ),
        (&["Fact: I weigh in at 91 kilos.", "Fact: Down to 88 kilos, says the scale."], &["88"], &["91"], 1),
        (&["Fact: 用户的体重是 66 公斤。", "Fact: 用户减到 63 公斤了。"], &["63"], &["66"], 1),
        // Of another thing, of a part of it, or for another one.
        (
            &["Fact: The east door is locked at 20:00.", "Fact: The west door is locked at 21:00 now."],
            &["20:00", "21:00"],
            &[],
            2,
        ),
        (
            &["Fact: Thursday's soup is leek.", "Fact: Friday's soup is barley instead of leek."],
            &["Thursday", "Friday"],
            &[],
            2,
        ),
        (
            &["Fact: The timeout for uploads is 20 s.", "Fact: The timeout for queries has been raised to 40 s."],
            &["20 s", "40 s"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn what_is_over_gives_way_to_what_holds_instead() {
    check(&[
        (
            &["Fact: Our plumber is Mr. Aydin.", "Fact: Mr. Aydin has retired; Sanitas Ltd is our plumber."],
            &["Sanitas"],
            &["plumber is Mr. Aydin"],
            1,
        ),
        (
            &[
                "Fact: Choir takes place in the old mill.",
                "Fact: The old mill is being renovated, choir takes place in the library instead.",
            ],
            &["library"],
            &["takes place in the old mill."],
            1,
        ),
        (
            &[
                "Fact: The garden is looked after by Mrs. Lund.",
                "Fact: Since Mrs. Lund's retirement the garden is being looked after by Pablo.",
            ],
            &["Pablo"],
            &["after by Mrs. Lund."],
            1,
        ),
        (
            &["Fact: Rosa plays handball on Saturdays.", "Fact: Rosa gave up handball and does rowing now."],
            &["rowing"],
            &["plays handball"],
            1,
        ),
        (
            &["Decision: We use Travis for CI.", "Decision: We replaced Travis with Woodpecker."],
            &["Woodpecker"],
            &["We use Travis"],
            1,
        ),
        (
            &["Fact: Ida owns the import job.", "Fact: Bela took over the import job from Ida."],
            &["Bela"],
            &["Ida owns"],
            1,
        ),
        (&["Fact: 采购对接人：秦月", "Fact: 秦月调去总部了，采购现在找高远对接。"], &["高远"], &["对接人：秦月"], 1),
        (&["Fact: 孩子由奶奶带。", "Fact: 奶奶回老家了，孩子现在由姑姑带。"], &["姑姑"], &["由奶奶带"], 1),
        // Another's, or another one of the sort.
        (
            &["Decision: The legacy shops use Travis.", "Decision: The new shops switched from Travis to Woodpecker."],
            &["legacy", "Woodpecker"],
            &[],
            2,
        ),
        (
            &["Fact: Our wiki is in Confluence.", "Fact: The customer moved from Confluence to Outline."],
            &["Our wiki", "Outline"],
            &[],
            2,
        ),
        (&["Fact: 奶奶住在常州。别忘了", "Fact: 姑姑住在常州。别忘了"], &["奶奶", "姑姑"], &[], 2),
    ]);
}

#[test]
fn somebody_is_in_one_state_at_a_time() {
    check(&[
        (
            &["Fact: Nele is vegetarian.", "Fact: Nele has gone fully vegan since spring."],
            &["vegan"],
            &["vegetarian"],
            1,
        ),
        (
            &["Fact: Ruth is engaged to Emil.", "Fact: Ruth and Emil got married on a boat."],
            &["married"],
            &["engaged"],
            1,
        ),
        (
            &["Fact: I have a fixed-term contract until June.", "Fact: HR made my contract permanent."],
            &["permanent"],
            &["fixed-term"],
            1,
        ),
        (&["Fact: 姐姐跟男朋友订婚了。", "Fact: 姐姐跟男朋友领证结婚了。"], &["结婚"], &["订婚"], 1),
        (&["Fact: 空调在检修，先用风扇。", "Fact: 空调修好了。"], &["修好"], &["检修"], 1),
        (&["Fact: Nele is vegetarian.", "Fact: Nele's cousin is vegan."], &["vegetarian", "cousin"], &[], 2),
        (
            &["Fact: We like the vegetarian place.", "Fact: We went to a vegan restaurant."],
            &["vegetarian", "vegan"],
            &[],
            2,
        ),
        (&["Fact: 王芳在实验小学上学", "Fact: 王芳在大学出版社兼职"], &["小学", "出版社"], &[], 2),
    ]);
}

#[test]
fn another_value_by_the_same_relation_replaces_it_where_something_changed() {
    check(&[
        (
            &[
                "Fact: I ride my scooter to work.",
                "Fact: I take the ferry to the office these days; scooter got stolen.",
            ],
            &["ferry"],
            &["ride my scooter"],
            1,
        ),
        (
            &["Decision: We use Travis for CI.", "Decision: We migrated CI to Woodpecker."],
            &["Woodpecker"],
            &["Travis"],
            1,
        ),
        (
            &["Fact: Grandpa lives with us.", "Fact: Grandpa has moved into a care home in Ulm."],
            &["care home"],
            &["lives with us"],
            1,
        ),
        (&["Fact: 用户每天骑共享单车上班。", "Fact: 用户现在骑滑板车上班。"], &["滑板车"], &["共享单车"], 1),
        // Side by side, of another relation, or of another thing.
        (&["Fact: Leo speaks French.", "Fact: Leo speaks Italian now."], &["French", "Italian"], &[], 2),
        (&["Fact: Julia lives in Madrid.", "Fact: Julia moved to the Pro plan."], &["Madrid", "Pro plan"], &[], 2),
        (
            &["Fact: Orders from Spain ship with DHL.", "Fact: Orders from Malta ship with UPS rather than DHL."],
            &["Spain", "Malta"],
            &[],
            2,
        ),
        (
            &["Fact: I moved my savings to Triodos.", "Fact: I moved my desk to the attic."],
            &["savings", "desk"],
            &[],
            2,
        ),
        (
            &["Fact: 部署区域有 us-east-1。", "Fact: 部署区域新增 ap-southeast-1。"],
            &["us-east-1", "ap-southeast-1"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn the_same_in_another_order_or_voice_is_said_once() {
    check(&[
        (&["Decision: We write our manuals in Typst.", "Decision: Manuals are written in Typst."], &["Typst"], &[], 1),
        (&["Fact: The bar closes at 11 pm.", "Fact: Closing time of the bar is 23:00."], &["bar"], &[], 1),
        (&["Fact: Otto's birthday is on May 4.", "Fact: Otto has his birthday on 4 May."], &["Otto"], &[], 1),
        (
            &["Constraint: Nobody pushes directly to main.", "Constraint: Pushing straight to main is not allowed."],
            &["main"],
            &[],
            1,
        ),
        (&["Fact: Ana manages Ben.", "Fact: Ben manages Ana."], &["Ana manages", "Ben manages"], &[], 2),
    ]);
}

#[test]
fn a_correction_may_say_where_it_comes_from() {
    check(&[
        (
            &["Fact: Our barn was built in 1911.", "Correction: According to the deed our barn was built in 1907."],
            &["1907"],
            &["1911"],
            1,
        ),
        (
            &[
                "Fact: The tenant upstairs is called Lafleur.",
                "Correction: Misspelled: the tenant upstairs is called Lefleur.",
            ],
            &["Lefleur"],
            &["Lafleur"],
            1,
        ),
        (
            &["Fact: The parser chokes on commas.", "Correction: The parser doesn't choke on commas but on quotes."],
            &["quotes"],
            &["chokes on commas"],
            1,
        ),
        (&["Fact: 化验要空腹 6 小时。", "Correction: 医生说化验要空腹 10 小时。"], &["10"], &["6 小时"], 1),
        (&["Fact: 科长的助理姓何。", "Correction: 科长的助理姓贺，听错了。"], &["贺"], &["姓何"], 1),
    ]);
}

#[test]
fn what_was_once_is_so_again() {
    check(&[
        (
            &[
                "Decision: Linting runs on Pylint.",
                "Decision: Linting switched to Ruff.",
                "Decision: Reverted: linting runs on Pylint again.",
            ],
            &["Pylint"],
            &["switched to Ruff."],
            1,
        ),
        (
            &[
                "Fact: Judo class is on Mondays.",
                "Fact: Judo class has been moved to Fridays.",
                "Fact: Judo's back on Mondays, hardly anyone came on Fridays.",
            ],
            &["Mondays"],
            &["moved to Fridays"],
            1,
        ),
    ]);
}
