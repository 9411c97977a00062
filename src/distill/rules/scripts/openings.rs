//! What a text begins with and says nothing of the matter makes no two texts one.

use super::{check, story, told};

#[test]
fn an_opening_sentence_is_no_statement() {
    check(&[
        (
            &[
                "Fact: From the Monday round. The weight of Rex is 5.6 kg",
                "Fact: From the Monday round. The drug cupboard opens with 9026",
                "Fact: From the Monday round. The weight of Rex is 6.1 kg",
            ],
            &["9026", "6.1 kg"],
            &["5.6 kg"],
            2,
        ),
        (
            &["Fact: Agreed at the standup. The api runs on Fly", "Fact: Agreed at the standup. Backups go to S3"],
            &["runs on Fly", "go to S3"],
            &[],
            2,
        ),
        (
            &["Fact: 早上碰头时说的。仓库钥匙在老范那里", "Fact: 早上碰头时说的。布兔子的成本是22元"],
            &["老范", "22元"],
            &[],
            2,
        ),
        // A first sentence that says something stays what the entry is known by.
        (
            &["Fact: The owner of billing is Mia. Her desk is in Graz", "Fact: The owner of billing is Ben"],
            &["billing is Ben", "Mia's desk is in Graz"],
            &["Her desk"],
            1,
        ),
    ]);
}

#[test]
fn a_label_in_which_somebody_speaks_is_no_subject() {
    check(&[
        (
            &[
                "Fact: Before I forget: we operate on Wednesday",
                "Fact: Before I forget: Rex belongs to the Farouk family",
            ],
            &["operate on Wednesday", "Farouk"],
            &[],
            2,
        ),
        (&["Fact: What I want: dark mode", "Fact: What I want: light mode"], &["light mode"], &["dark mode"], 1),
        (&["Fact: Staging: the port is 8080", "Fact: Production: the port is 9000"], &["8080", "9000"], &[], 2),
    ]);
}

#[test]
fn a_beginning_in_common_makes_no_two_texts_one() {
    check(&[
        (
            &[
                "Fact: Head office here. The music is a harmonium",
                "Fact: Head office here. The permit for the pier comes from Mr Vik",
                "Fact: Head office here. The music is a harmonium",
            ],
            &["harmonium", "Mr Vik"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Quick note from the van: Lola runs 4 minutes",
                "Fact: Quick note from the van: talk to Chiamaka first",
            ],
            &["Lola runs 4 minutes", "Chiamaka"],
            &[],
            2,
        ),
        (
            &["Fact: Before I forget: samples get posted to Bonn", "Fact: Before I forget: Rex weighs 27 kg"],
            &["Bonn", "27 kg"],
            &[],
            2,
        ),
        (
            &["Fact: 收工前补一句：门市部周一不接待客人", "Fact: 收工前补一句：每轮摇摇马排产30个"],
            &["周一", "30个"],
            &[],
            2,
        ),
        // The same, and a remark.
        (&["Fact: Feed Milo twice", "Fact: Feed Milo twice. The vet is happy"], &["Feed Milo twice"], &[], 1),
        (&["Fact: Travel policy: trains only", "Fact: Travel policy: planes only"], &["planes"], &["trains"], 1),
    ]);
}

#[test]
fn two_relations_of_one_subject_are_two_matters() {
    check(&[
        (
            &[
                "Fact: Captain is checked every six weeks",
                "Fact: Captain is allergic to chlorhexidine",
                "Fact: Captain is insured with Agria",
            ],
            &["six weeks", "chlorhexidine", "Agria"],
            &[],
            3,
        ),
        (
            &["Fact: The company retreat is held at a lake house", "Fact: The company retreat is held in Lisbon now"],
            &["Lisbon"],
            &["lake house"],
            1,
        ),
        (
            &[
                "Fact: Keys belong into a password manager, never into notes",
                "Fact: Keys belong into a vault service, never into notes",
            ],
            &["vault service"],
            &["password manager"],
            1,
        ),
    ]);
}

#[test]
fn what_was_until_yesterday_tells_of_a_change() {
    // It holds from now on: it does not expire on the day before it was written.
    let board = told(&["Fact: Have put Hanneke down as section leader where Wilf stood until yesterday"]);
    assert_eq!(board.slots.len(), 1);
    assert!(board.slots.values().all(|slot| slot.state.fields.get("until").is_none()));
    check(&[(
        &[
            "Fact: The kennel of Rex is cage 3",
            "Fact: Until last night the kennel of Rex was cage 3; since this morning it is cage 5",
        ],
        &["cage 5"],
        &["The kennel of Rex is cage 3"],
        1,
    )]);
    assert!(story(&["Fact: Not feeling great, headache since this morning"]).is_empty());
}

#[test]
fn another_value_of_what_had_changed_takes_its_place() {
    check(&[
        (
            &[
                "Fact: Changed: cache of shop-web goes from an in-process cache to a Redis cache",
                "Fact: cache of mail-web: a Redis cache replaces no cache at all",
                "Fact: shop-web has an in-process cache",
            ],
            &["shop-web has an in-process cache", "mail-web"],
            &["goes from"],
            2,
        ),
        // `style` only says that messages have one.
        (
            &[
                "Fact: Changed: style of commit messages goes from plain sentences to ticket prefixes",
                "Fact: style of commit messages: emoji prefix replaces ticket prefixes",
                "Fact: Commit messages use ticket prefixes",
            ],
            &["Commit messages use ticket prefixes"],
            &["emoji prefix"],
            1,
        ),
        // A value that nobody ever named is none, and another thing is another thing.
        (
            &[
                "Fact: Changed: sign-in of shop-web goes from cookies to passkeys",
                "Fact: Sign-in for mail-web uses cookies",
            ],
            &["shop-web", "mail-web"],
            &[],
            2,
        ),
        (
            &[
                "Fact: Reviewers complained; two reviews are the limit wanted",
                "Fact: Reviewers complained; one review is the limit wanted",
            ],
            &["one review"],
            &["two reviews"],
            1,
        ),
    ]);
}

#[test]
fn a_whole_statement_is_no_opening() {
    check(&[
        (
            &[
                "Fact: For shots from the air we agreed on flights at dawn only. Spread the word",
                "Fact: After the screening the director wanted a string trio. Spread the word",
                "Fact: In bad weather we save the picnic with the barn. Spread the word",
            ],
            &["flights at dawn", "string trio", "the barn"],
            &[],
            3,
        ),
        (
            &[
                "Fact: 收工前补一句：红仓的库位是甲排",
                "Fact: 收工前补一句：蓝仓的库位是乙排",
                "Fact: 收工前补一句：红仓的库位改为丙排",
            ],
            &["蓝仓的库位是乙排", "丙排"],
            &["甲排"],
            2,
        ),
    ]);
}

#[test]
fn what_began_alike_once_is_no_earlier_value() {
    check(&[(
        &[
            "Fact: Head office here. The drone rule is no flights at night",
            "Fact: Head office here. The working title is Salt",
            "Fact: The drone rule is no flights at all now",
            "Fact: Head office here. The caterer is Milo",
        ],
        &["no flights at all", "Salt", "Milo"],
        &["at night"],
        3,
    )]);
}
