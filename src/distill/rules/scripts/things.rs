//! What is said of one thing leaves alone what is known of another, also where nothing but the memory tells that both are
//! things; and what is said behind everything is said of nothing.

use super::check;

#[test]
fn an_opening_is_not_what_a_text_speaks_of() {
    check(&[
        (
            &[
                "Correction: Let me put this right: not aisle 4 but aisle 9 for the paint shelf",
                "Correction: Let me put this right: not Omar but Lise for the night shift",
            ],
            &["aisle 9", "Lise"],
            &[],
            2,
        ),
        (
            &[
                "Correction: I did not look closely: 40 litres and not 14 litres is the size of the tank",
                "Correction: I did not look closely: Tromsø and not Oslo is the home port of the ferry",
            ],
            &["40 litres", "Tromsø"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Farewell the oboe, welcome the cello: that is Mia's instrument settled",
                "Fact: Farewell the tuba, welcome the cello: that is Leo's instrument settled",
            ],
            &["Mia", "Leo"],
            &[],
            2,
        ),
        // What names a thing before its colon stays what is spoken of.
        (&["Fact: Package manager: yarn", "Fact: Package manager: pnpm, not yarn"], &["pnpm"], &["yarn"], 1),
    ]);
}

#[test]
fn another_relation_or_another_owner_is_no_other_value() {
    check(&[
        (
            &["Fact: depot-b is written in Rust", "Fact: depot-b stores its data in SQLite; to be seen again in May"],
            &["Rust", "SQLite"],
            &[],
            2,
        ),
        (
            &["Fact: Heron will be submitted to Ecology Letters", "Fact: Heron is set up in D2.11"],
            &["Ecology Letters", "D2.11"],
            &[],
            2,
        ),
        (
            &["Fact: Heron is set up in D2.11", "Fact: When Heron needs a decision, turn to Marisa"],
            &["D2.11", "Marisa"],
            &[],
            2,
        ),
        (
            &[
                "Fact: We switched Ida's stall from hall B to hall C",
                "Fact: New: Uwe's stall changes from hall B to hall C",
            ],
            &["Ida", "Uwe"],
            &[],
            2,
        ),
        (&["Fact: 水泵的审批人是周主任", "Fact: 水泵的巡检日已经没有了，记录可以删"], &["周主任"], &[], 2),
        // The same of one owner is another value.
        (
            &["Fact: The office plants are watered by Jolene.", "Fact: Watering the office plants is now Abdi's job."],
            &["Abdi"],
            &["Jolene"],
            1,
        ),
    ]);
}

#[test]
fn what_has_several_properties_is_a_thing_wherever_it_stands() {
    check(&[
        (
            &[
                "Fact: 锅炉房的负责人是林工",
                "Fact: 锅炉房的巡检日是周一",
                "Fact: 锅炉房的备件货位是A区2架",
                "Fact: 水泵站的负责人是老周",
                "Fact: 水泵站的巡检日是周四",
                "Fact: 水泵站的备件货位是C区1架",
                "Fact: 平时是小马在照看锅炉房",
                "Fact: 平时是小马在照看水泵站",
            ],
            &["小马在照看锅炉房", "小马在照看水泵站"],
            &[],
            8,
        ),
        (
            &[
                "Fact: The port of mailroom is 7001",
                "Fact: The owner of mailroom is Ines",
                "Fact: The region of mailroom is north",
                "Fact: The port of parcelhub is 7002",
                "Fact: The owner of parcelhub is Samuel",
                "Fact: The region of parcelhub is south",
                "Fact: Upkeep of mailroom happens on Saturday",
                "Fact: Upkeep of parcelhub happens on Saturday",
            ],
            &["Upkeep of mailroom", "Upkeep of parcelhub"],
            &[],
            8,
        ),
    ]);
}

#[test]
fn a_remark_behind_many_statements_is_never_what_is_left_of_one() {
    check(&[(
        &[
            "Fact: The boiler is serviced by Lind; this came up at lunch",
            "Fact: The gate opens at 7:00; this came up at lunch",
            "Fact: Post goes out on Tuesday; this came up at lunch",
            "Fact: Nora takes cello lessons; this came up at lunch",
            "Fact: Nora's cello lessons have ended.",
            "Fact: Nora takes cello lessons",
        ],
        &["boiler", "gate opens", "Post goes out", "Nora takes cello lessons"],
        &["have ended"],
        4,
    )]);
}

#[test]
fn two_of_a_kind_are_two() {
    check(&[
        (
            &[
                "Fact: The manual for the old boiler is in the red folder.",
                "Fact: The manual for the new boiler is in the green folder.",
            ],
            &["red folder", "green folder"],
            &[],
            2,
        ),
        (
            &["Fact: The password of the small van is Falcon", "Fact: The password of the large van is Heron now"],
            &["Falcon", "Heron"],
            &[],
            2,
        ),
        (&["Fact: 旧锅炉的负责人是王工", "Fact: 新锅炉的负责人是李工"], &["王工", "李工"], &[], 2),
        // The same one changes.
        (&["Fact: The new treasurer is Olaf", "Fact: The new treasurer is Petra now"], &["Petra"], &["Olaf"], 1),
    ]);
}

#[test]
fn what_is_said_behind_a_withdrawal_stays() {
    check(&[
        (
            &[
                "Fact: The newsletter goes out on Mondays",
                "Fact: We've dropped the newsletter, so the mailing budget will be 200 euros",
            ],
            &["budget will be 200 euros"],
            &["Mondays"],
            1,
        ),
        (
            &["Fact: The newsletter goes out on Mondays", "Fact: The newsletter is cancelled, nobody read it"],
            &[],
            &[],
            0,
        ),
    ]);
}

#[test]
fn a_reason_is_nothing_that_is_withdrawn() {
    check(&[(
        &[
            "Fact: 木马的颜色是绿色，因为省料",
            "Fact: 每轮风车排产30个，因为省料",
            "Fact: 别再提网店平台了，已经取消，因为省料",
        ],
        &["木马的颜色是绿色", "排产30个"],
        &[],
        3,
    )]);
}

#[test]
fn a_clause_about_somebody_else_names_no_value() {
    check(&[
        (
            &[
                "Fact: Owners are called back on Tuesdays, the insurers want it that way",
                "Fact: Never let Olga near penicillin, the insurers want it that way",
            ],
            &["Owners are called back", "Never let Olga"],
            &[],
            2,
        ),
        (&["Fact: The CI is Jenkins", "Fact: Not Jenkins, Buildkite"], &["Buildkite"], &["Jenkins"], 1),
    ]);
}

#[test]
fn who_names_what_was_and_what_is_means_one_thing() {
    check(&[
        (
            &[
                "Fact: Ana's dose is 5 ml",
                "Fact: Please mind your sheets: Ana's dose, formerly 5 ml, is 7 ml",
                "Fact: Please mind your sheets: the fridge setting, formerly 6 degrees, is 4 degrees",
            ],
            &["7 ml", "4 degrees"],
            &["5 ml"],
            2,
        ),
        (
            &[
                "Fact: 布熊的成本是31元",
                "Fact: 跟大家说一声，布熊的成本以前是31元，往后是22元",
                "Fact: 跟大家说一声，布熊的颜色以前是天蓝色，往后是原木色",
            ],
            &["22元", "原木色"],
            &["成本是31元"],
            2,
        ),
    ]);
}

#[test]
fn what_is_so_again_was_so_of_the_same_thing() {
    check(&[
        (
            &[
                "Fact: The winter tyres are stored in Linz",
                "Fact: The winter tyres are stored in Graz now",
                "Fact: The summer boat is stored in Linz again",
            ],
            &["tyres are stored in Graz", "boat is stored in Linz"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Formatting is done with Black",
                "Fact: Formatting is done with Ruff now",
                "Fact: Reverted: formatting is done with Black again",
            ],
            &["Black"],
            &["Ruff"],
            1,
        ),
    ]);
}
