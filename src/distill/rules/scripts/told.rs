//! Changes in people's own words: whoever reads them knows by the words around a value that only one entry can be meant.

use super::{check, story};

#[test]
fn a_figure_changes_the_one_entry_that_can_be_meant() {
    check(&[
        (
            &[
                "Fact: Our boat Heron is moored at berth 3.",
                "Fact: Our canoe lies at berth 4.",
                "Fact: The marina found us a spot in the shade: Heron lies at berth 28 these days.",
            ],
            &["berth 28", "berth 4"],
            &["berth 3."],
            2,
        ),
        (
            &[
                "Fact: My cello session with Ines starts at 5 p.m.",
                "Fact: My choir starts at 5 p.m.",
                "Fact: Ines has an evening job, she has moved my session to half past six.",
            ],
            &["half past six", "My choir"],
            &["cello session"],
            2,
        ),
        (
            &[
                "Fact: Breakfast at the hostel is at 7:30. Supper at the hostel is at 18:00.",
                "Fact: The cook asked for it, supper at the hostel has slid to 18:45.",
            ],
            &["Breakfast at the hostel is at 7:30", "18:45"],
            &["18:00"],
            1,
        ),
        (
            &[
                "Fact: The beamer in the reading room is on input 2.",
                "Fact: After the renovation you reach the beamer through input 5.",
            ],
            &["input 5"],
            &["input 2"],
            1,
        ),
        (
            &[
                "Fact: The groom's brother is at table 4.",
                "Fact: The bride's brother is at table 7.",
                "Correction: I mixed up one of the brothers: the bride's is at table 8.",
            ],
            &["table 8", "table 4"],
            &["table 7"],
            2,
        ),
        (
            &[
                "Decision: Order 30 mugs for the fair.",
                "Decision: Order 12 lamps for the fair.",
                "Decision: The list got longer, make that 45 mugs for the fair.",
            ],
            &["45 mugs", "12 lamps"],
            &["30 mugs"],
            2,
        ),
        (
            &["Fact: 摄影课放在每周六。", "Fact: 书法课放在每周五。", "Fact: 周六场地没了，摄影课最后定在周日上午。"],
            &["周日上午", "书法课"],
            &["每周六"],
            2,
        ),
        (
            &[
                "Fact: 听外婆说，这座桥是1958年修的。",
                "Fact: 祠堂是1958年修的。",
                "Fact: 看了碑文，外婆记错了，这座桥是1963年修的。",
            ],
            &["1963", "祠堂"],
            &["桥是1958"],
            2,
        ),
    ]);
}

#[test]
fn where_another_may_be_meant_both_stand() {
    let stories: &[&[&str]] = &[
        &["Fact: Dinner at the camp is at 18:30.", "Fact: Breakfast at the camp has slid to 8:15."],
        &["Fact: The café opens at 9.", "Fact: The café now closes at 17:00."],
        &[
            "Fact: The train to Basel leaves from platform 4.",
            "Fact: The train from Basel arrives at platform 7 these days.",
        ],
        &["Fact: The library lends books for three weeks.", "Fact: The library lends films for one week now."],
        &[
            "Fact: My physio session with Kareem starts at 7 a.m.",
            "Fact: My physio session with Dana has moved to half past four.",
        ],
        &["Fact: The rent for the studio is 740 a month.", "Fact: The studio parking costs 90 a month now."],
        &["Fact: The quiz league meets on the second floor.", "Fact: The chess club has moved to the third floor."],
        &["Fact: The standup takes 15 minutes.", "Fact: The standup has been moved by 10 minutes."],
        &["Fact: Standup is at 9:15.", "Fact: Standup is now 15 minutes later."],
        &["Fact: Tom has 3 kids.", "Fact: Tom now has 2 cats."],
        &["Fact: Room 12 is Ana's.", "Fact: Ben has moved to room 14."],
        &[
            "Fact: The blue van is parked in bay 4.",
            "Fact: The red van is parked in bay 6.",
            "Fact: The van is parked in bay 9 now.",
        ],
        &["Fact: 爷爷每天吃两片药。", "Fact: 奶奶现在每天吃三片药。"],
        &["Fact: 读书会在周六。", "Fact: 电影会最后定在周日。"],
        &["Fact: 图书馆九点开门。", "Fact: 图书馆现在八点关门。"],
        &["Fact: 火车九点发车。", "Fact: 火车到站改成八点了。"],
    ];
    for lines in stories {
        assert_eq!(story(lines).len(), lines.len(), "{lines:?}");
    }
}

#[test]
fn two_who_traded_places_have_what_the_other_had() {
    check(&[
        (
            &[
                "Fact: Rosa teaches the morning class.",
                "Fact: Emil teaches the evening class.",
                "Fact: Ilka teaches at weekends.",
                "Fact: Rosa and Emil have swapped places.",
            ],
            &["Rosa teaches the evening class", "Emil teaches the morning class", "Ilka"],
            &["Rosa teaches the morning"],
            3,
        ),
        (
            &["Fact: 小林管前台。", "Fact: 小何管后厨。", "Fact: 小林和小何对调了。"],
            &["小林管后厨", "小何管前台"],
            &["小林管前台"],
            2,
        ),
        (
            &[
                "Fact: Rosa teaches the morning class.",
                "Fact: Emil teaches the evening class.",
                "Fact: Ilka and Sven have swapped places.",
            ],
            &["Rosa teaches the morning class", "Emil teaches the evening class"],
            &["Rosa teaches the evening"],
            3,
        ),
        (
            &[
                "Fact: Rosa teaches the morning class.",
                "Fact: Emil drives the school bus.",
                "Fact: Rosa and Emil have swapped places.",
            ],
            &["Rosa teaches the morning class", "Emil drives the school bus"],
            &[],
            3,
        ),
    ]);
}

#[test]
fn what_was_forbidden_is_fine_again() {
    check(&[
        (
            &[
                "Preference: Don't disturb me before ten in the morning.",
                "Preference: Don't disturb me at the studio.",
                "Preference: The night shifts are over, so disturbing me before ten is all right again.",
            ],
            &["all right again", "studio"],
            &["Don't disturb me before ten"],
            2,
        ),
        (
            &[
                "Preference: Don't call me before nine.",
                "Preference: The line is repaired, so calling my sister before nine is fine again.",
            ],
            &["Don't call me before nine", "my sister"],
            &[],
            2,
        ),
    ]);
}
