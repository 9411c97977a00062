//! What a run of letters costs, in hundredths of a token of `o200k_base`. The numbers were fitted by
//! least squares to pieces of English, code, logs and 25 other languages; see `docs/tokens.md`.

/// A script with a price of its own. A word that mixes scripts has the first one's price for being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    Ukrainian,
    Traditional,
    Khmer,
    Georgian,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Devanagari,
    Indic,
    Thai,
    Kana,
    Hangul,
    Han,
    Other,
    Latin,
}

/// For each script what a word costs for being there, and what each of its letters costs.
pub(super) const SCRIPTS: [(i32, i32); 17] = [
    (20, 115), // Ukrainian letters that Russian does not have
    (31, 165), // Han characters that only traditional Chinese has
    (111, 52), // Khmer, Burmese
    (45, 31),  // Georgian
    (17, 36),  // Greek
    (46, 20),  // Cyrillic
    (50, 30),  // Armenian
    (11, 41),  // Hebrew
    (10, 32),  // Arabic
    (10, 37),  // Devanagari
    (29, 39),  // other Indic scripts
    (41, 38),  // Thai, Lao
    (4, 62),   // kana
    (75, 44),  // Hangul
    (55, 71),  // Han
    (50, 100), // any other
    (94, 17),  // Latin letters within a word of another script
];

/// What a Han character costs in a word that also has kana.
pub(super) const HAN_IN_KANA: i32 = 80;

/// What is added to a word of another script that begins with no space, or with punctuation.
pub(super) const OTHER_BARE: i32 = 27;
/// See [`OTHER_BARE`].
pub(super) const OTHER_PREFIXED: i32 = 57;

/// The price of a Latin word before its pairs of letters: a word of one, of two, of more letters.
pub(super) const LATIN: [i32; 3] = [44, 72, 104];
/// What each letter adds beyond the 3rd, the 6th, the 9th and the 13th.
pub(super) const LATIN_LONGER: [(usize, i32); 4] = [(3, 31), (6, 5), (9, -2), (13, 9)];
/// What a word adds that begins with no space, or with punctuation.
pub(super) const LATIN_BARE: i32 = 29;
/// See [`LATIN_BARE`].
pub(super) const LATIN_PREFIXED: i32 = 59;
/// What a capital adds, where it is the only one, and each further one.
pub(super) const LATIN_CAPITALS: (i32, i32) = (23, 13);
/// What each letter outside ASCII adds.
pub(super) const LATIN_ACCENTED: i32 = 40;

/// What each pair of neighbouring letters adds to a Latin word: how much more likely than in the
/// average word a boundary between tokens is there. Rows are the first letter, columns the second:
/// a to z, the apostrophe, any other letter. Each price is `(byte − '?') × 2`.
///
/// This is what tells ordinary English, which the tokenizer knows by heart, from other languages,
/// abbreviations and random text, which it spells.
pub(super) const PAIRS: [&[u8; 28]; 28] = [
    b"J001F50;9>;*45G3K,0+9<P8.@?:", // a
    b">EFI7P?KE1B3?I1HC;?C5CDB5D@=", // b
    b"8D;G.EF75G/=FD.A=8B)1H:H:GA7", // c
    b":GI7-LEB;6DC6J7IJB<H7CHBA6@B", // d
    b"7@51A:;CBNH8<3J<<369=:=9@CBF", // e
    b":OIG59:B/GA>BE2DG:A06CDC<G?1", // f
    b"D?MB3I?5:BDAQ>:JG8@:=HE@DK@G", // g
    b";9JA2EBA9DKED=6FCAF#<?BB>B?8", // h
    b"@5,3533CCOJ64130A74(P6@?H2?8", // i
    b"<FCC2FECIB?@DABBLO@NCG?BCD@:", // j
    b"?CH@68B8GC=CA<JBBJB<AGHCCL@?", // k
    b"69O51<BB9HG?DM4=K?<56;E@,M@=", // l
    b"81H='NFG@GD>8I92DP@C?JEDNA?<", // m
    b";F216A+7BB;BE9??GE--;:<PI88E", // n
    b":9=9C78J96?86)24@)</4?6>9G?=", // o
    b"<EE<4MBA;DJ0@E:7D/;5DFGCA??@", // p
    b"DECDHGBDBEI@IBCDCBDD7KPDHE@?", // q
    b":=;=0=9?<D=O8;0@J>?7G@BE/J>:", // r
    b"BD5A/E<45F=JIC77:A11396BAM?B", // s
    b";A9F5A=,6G7GBL=>I695:J?@8D=>", // t
    b">5;>*<5K4QA/78@4K)6,FJH>=G=?", // u
    b"7CID.E>C;B?F@B<CGEIEIHCMJG?:", // v
    b"@BHA3CC3:EICB95KJ51CD?<AGE?=", // w
    b"8I3G<@OC=HAG>BJ0AKJ0EGEB>L?J", // x
    b"JN@J<MKBAK@CA@D4H>2;CMHI4E=D", // y
    b"GNCI7BMCN?FGSICEFGA?EIDB@?@;", // z
    b"???????????>?????=G7????????", // '
    b"=82B<8;18<@;<1?@>8<<9AE<6C?-", // +
];

/// Common Han characters that simplified Chinese does not have, in code-point order. The tokenizer
/// has seen less traditional text, and spells more of it.
pub(super) const TRADITIONAL: &str = "並來個們內兩則動務參員問單國圖執場學實寫對後從應據數時會東業構標機檔檢決沒減測準滿為無熱爭獨獲現環產畫異當發盡監盤眾確種稱積穩節範築簡約紅純級細終組結絕給統經維網緊線縮總繼續義習聯聲職聽腦與興舉舊處號術裝裡複規視覺覽觀觸訂計訊記設許詞詢試話該詳認語誤說調請論證議護讀變讓負貨責買費貼資賣質車軟較載輔輕輯輸轉辦這連進運過達遠適選遺還邊郵醫釋鈕銷錄錢錯鍵鎖鏈鐘鑰長門閉開間閱關隊階際隨險隱雙雜離難電響頁項順須預領頭頻題願類顧顯飛餘驗體鬆魚麼點";
