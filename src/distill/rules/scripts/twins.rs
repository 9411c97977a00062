//! Near twins: a record that changes what is known of a thing, and one that says the like of another thing.

use super::check;

#[test]
fn a_change_is_of_the_thing_that_it_speaks_of() {
    check(&[
        (
            &["Fact: Parcels to Norway go by ship.", "Fact: Parcels to Norway go by air instead of by ship."],
            &["by air"],
            &["go by ship"],
            1,
        ),
        (
            &["Fact: Parcels to Norway go by ship.", "Fact: Parcels to Chile go by air instead of by ship."],
            &["Norway go by ship.", "Chile"],
            &[],
            2,
        ),
        (
            &["Fact: My aunt's dog is called Rex.", "Fact: My aunt's dog is called Bello, not Rex."],
            &["aunt's dog is called Bello"],
            &["Rex"],
            1,
        ),
        (
            &["Fact: My aunt's dog is called Rex.", "Fact: My dog is called Bello, not Rex."],
            &["aunt's dog is called Rex.", "My dog is called Bello"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Backend code is linted with Ruff.",
                "Decision: We replaced Ruff with Pylint for the backend code.",
            ],
            &["Pylint"],
            &["linted with Ruff"],
            1,
        ),
        (
            &["Fact: Backend code is linted with Ruff.", "Decision: We replaced Ruff with Pylint in the mobile repo."],
            &["linted with Ruff.", "Pylint"],
            &[],
            2,
        ),
        (
            &["Fact: Invoices for Meyer go out as PDF.", "Fact: Invoices for Meyer go out as CSV, not PDF."],
            &["as CSV"],
            &["as PDF"],
            1,
        ),
        (
            &["Fact: Invoices for Meyer go out as PDF.", "Fact: Invoices for Schulz go out as CSV, not PDF."],
            &["Meyer go out as PDF", "Schulz"],
            &[],
            2,
        ),
        (
            &["Fact: The parrot sleeps in the cage.", "Fact: The parrot sleeps in the drawer, not in the cage."],
            &["drawer"],
            &["sleeps in the cage"],
            1,
        ),
        (
            &["Fact: The parrot sleeps in the cage.", "Fact: The hamster sleeps in the drawer, not in the cage."],
            &["parrot sleeps in the cage", "hamster"],
            &[],
            2,
        ),
        (
            &["Fact: Workshops take place in hall 2.", "Fact: Exams take place in hall 5 instead of hall 2."],
            &["Workshops take place in hall 2.", "Exams"],
            &[],
            2,
        ),
        (
            &["Decision: The desktop client speaks SOAP.", "Decision: The desktop client switched from SOAP to JSON."],
            &["JSON"],
            &["speaks SOAP"],
            1,
        ),
        (
            &[
                "Decision: The desktop client speaks SOAP.",
                "Decision: We switched from SOAP to JSON between the billing services.",
            ],
            &["speaks SOAP.", "JSON"],
            &[],
            2,
        ),
        (
            &["Preference: Write changelogs in Spanish.", "Preference: Write error messages in English, not Spanish."],
            &["changelogs in Spanish.", "error messages"],
            &[],
            2,
        ),
        (
            &["Fact: Guests eat in the garden.", "Fact: Drivers eat in the kitchen and not in the garden."],
            &["Guests eat in the garden.", "Drivers"],
            &[],
            2,
        ),
        (
            &["Fact: The user's brother drinks rum.", "Fact: The user's mother drinks gin instead of rum."],
            &["brother drinks rum.", "mother"],
            &[],
            2,
        ),
        (&["Fact: The database is Oracle.", "Fact: Postgres, not Oracle."], &["Postgres"], &["is Oracle"], 1),
        (
            &["Fact: The report tool runs on Lambda.", "Fact: It runs on Fargate instead of Lambda."],
            &["Fargate"],
            &["on Lambda."],
            1,
        ),
        (
            &["Fact: Team chat happens on Slack.", "Decision: We replaced Slack with Zulip."],
            &["Zulip"],
            &["on Slack"],
            1,
        ),
        (
            &["Fact: Standups happen on Zoom.", "Decision: We now do standups on Meet instead of Zoom."],
            &["Meet"],
            &["on Zoom."],
            1,
        ),
        (
            &["Fact: 发往日本的包裹走海运。", "Fact: 发往巴西的包裹走空运，而不是海运。"],
            &["日本的包裹走海运", "巴西"],
            &[],
            2,
        ),
        (&["Fact: 爸爸的车是大众。", "Fact: 我的车是丰田，不是大众。"], &["爸爸的车是大众", "丰田"], &[], 2),
        (&["Fact: 讲座在201教室。", "Fact: 讲座在305教室，不是201教室。"], &["305"], &["讲座在201"], 1),
        (&["Fact: 讲座在201教室。", "Fact: 研讨会在305教室，不是201教室。"], &["讲座在201", "研讨会在305"], &[], 2),
        (&["Fact: A 班用钉钉。", "Fact: A 班换成了企业微信。"], &["A 班换成了企业微信"], &["企业微信用"], 2),
    ]);
}

#[test]
fn what_ends_for_one_ends_for_no_other() {
    check(&[
        (
            &["Fact: Uploads to the mirror are nightly.", "Fact: Uploads to the mirror are no longer nightly."],
            &["no longer"],
            &["are nightly"],
            1,
        ),
        (
            &["Fact: Uploads to the mirror are nightly.", "Fact: Uploads to the vault are no longer nightly."],
            &["mirror are nightly", "vault"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Parking at the clinic is free for visitors.",
                "Fact: Parking at the clinic is no longer free for visitors.",
            ],
            &["no longer"],
            &["is free for visitors"],
            1,
        ),
        (
            &[
                "Fact: Parking at the clinic is free for visitors.",
                "Fact: Parking at the clinic is no longer free for patients.",
            ],
            &["is free for visitors", "patients"],
            &[],
            2,
        ),
        (&["Fact: 博物馆对儿童免费。", "Fact: 博物馆对学生不再免费。"], &["对儿童免费", "对学生不再免费"], &[], 2),
        (&["Fact: 博物馆对儿童免费。", "Fact: 博物馆对儿童不再免费。"], &["不再免费"], &["儿童免费"], 1),
    ]);
}

#[test]
fn a_kind_of_place_is_no_name_of_one() {
    check(&[
        (&["Fact: I live in a caravan.", "Fact: I live in Ghent."], &["caravan", "Ghent"], &[], 2),
        (&["Fact: I live in a caravan.", "Fact: I moved to Ghent."], &["Ghent"], &["caravan"], 1),
        (
            &["Fact: The worker runs in a virtual machine.", "Fact: The worker runs in Helsinki."],
            &["virtual machine", "Helsinki"],
            &[],
            2,
        ),
        (
            &["Fact: The worker runs in Nuremberg.", "Fact: The worker runs in Helsinki."],
            &["Helsinki"],
            &["Nuremberg"],
            1,
        ),
        (&["Fact: 用户住在杭州。", "Fact: 用户搬到了三楼会议室。"], &["杭州", "会议室"], &[], 2),
        (&["Fact: 用户住在杭州。", "Fact: 用户搬到了苏州。"], &["苏州"], &["杭州"], 1),
        (
            &["Fact: Tara works for Initech.", "Fact: Tara works for a few hours before breakfast."],
            &["Initech", "hour"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn a_text_is_a_sentence_or_the_record_itself() {
    check(&[
        (
            &[
                "Fact: The user sings bass in the Cathedral Choir.",
                "Fact: The user now sings with the Harbour Singers instead of the Cathedral Choir.",
            ],
            &["The user now sings with the Harbour Singers instead of the Cathedral Choir."],
            &[],
            1,
        ),
        (
            &[
                "Fact: The shop is hosted on a Linode VM. Caddy sits in front.",
                "Fact: The shop is now hosted on Vercel.",
            ],
            &["hosted on Vercel. Caddy sits in front."],
            &["Linode"],
            1,
        ),
        (
            &["Decision: Alerts go through Pager.", "Decision: We now send alerts to Opsgenie rather than Pager."],
            &["We now send alerts to Opsgenie rather than Pager."],
            &[],
            1,
        ),
        (
            &["Fact: Bugs are tracked in Mantis.", "Fact: As of now it's Linear instead of Mantis for bugs."],
            &["Bugs are tracked in Linear."],
            &["Mantis"],
            1,
        ),
        (&["Fact: 王工是 QA。", "Correction: 更正：王工是架构师，不是 QA。"], &["王工是架构师。"], &[], 1),
    ]);
}

#[test]
fn the_records_own_words_stand_where_they_say_more() {
    check(&[
        (
            &[
                "Fact: After a fire ledgerly would be restored from us-east",
                "Fact: As of Monday the region of parcelhub is ap-south instead of us-east",
            ],
            &["ledgerly would be restored from us-east", "parcelhub is ap-south"],
            &[],
            2,
        ),
        (
            &[
                "Fact: New: Lena's school changes from Oakfield to Hillside",
                "Fact: New: the trip changes from Graz to Wels",
            ],
            &["Hillside", "Wels"],
            &[],
            2,
        ),
        (
            &[
                "Fact: The stock-take is on the last Friday of the month",
                "Fact: The stock-take is on the first Monday of the month",
            ],
            &["on the first Monday of the month"],
            &["(20"],
            1,
        ),
        (&["Fact: Ravi lives in Salzburg", "Fact: Ravi should be in bed by 22:30"], &["Salzburg", "22:30"], &[], 2),
        (
            &["Fact: Lunch is at 12:00", "Fact: Dinner is at 19:00 instead of 12:00"],
            &["Lunch is at 12:00", "Dinner"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn texts_that_differ_in_thing_and_value_are_no_conflict() {
    let marked = |lines: &[&str]| super::marks(lines);
    for lines in [
        ["Fact: My uncle Tom moved to Spain.", "Fact: My uncle Ben moved to Italy."],
        ["Fact: I no longer eat meat.", "Fact: I no longer commute."],
        ["Decision: Tickets for desktop bugs go to Pia.", "Decision: Tickets for mobile bugs go to Ron."],
        [
            "Decision: Snapshots of the wiki run at 01:00 UTC.",
            "Decision: Snapshots of the mail store run at 04:00 UTC.",
        ],
    ] {
        assert_eq!(marked(&lines), 0, "{lines:?}");
    }
    assert_eq!(marked(&["Fact: The wall by the door is grey", "Fact: The wall by the door is white"]), 1);
}
