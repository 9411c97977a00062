#!/usr/bin/env python3
"""A second corpus for the mechanics of gen_corpus.py: other worlds, other words.

    worlds.py --world home|shop|zh|lab|club|ops|clinic|film|wanju|old --out DIR [every option of gen_corpus.py]
    worlds.py --world home --check        are the sentences told apart by the scorer?

install(world) puts the tables of a world into the module gen_corpus, so that
score_context sees them, too. One world per process (install may be called again). gen_corpus.py is looked for in $ALLUVIUM_BENCH.
"""
import sys
import os
HERE = os.path.dirname(os.path.abspath(__file__))
# The folder with gen_corpus.py and score_context.py, whose mechanics are used here with other tables.
sys.path[:0] = [HERE, os.environ.get("ALLUVIUM_BENCH", os.path.join(HERE, "../../../shared/bench"))]
import gen_corpus as g  # noqa: E402

from form import C, D, F, P, T, ts  # noqa: E402,F401
from fresh import FRESH  # noqa: E402
from later import LATER  # noqa: E402
from others import OTHERS  # noqa: E402

# id, kind, subject, values, ways. A way that begins with "~" names no subject.
HOME_GLOBAL = [
    ("heating", P, "the heating rule", ["20 degrees by day and 17 at night", "19 degrees around the clock", "21 degrees until the kids sleep"],
     ["The heating rule is {v}", "Thermostat should be kept at {v}", "~When it gets cold outside, remember {v}", "~Would like {v}"]),
    ("shopping-day", P, "the day of the big shop", ["Friday evening", "Saturday morning", "Wednesday after work", "Monday"],
     ["The big shop is done on {v}", "Put the groceries run on {v}", "Supermarket trip: {v}", "~As usual we go {v}"]),
    ("laundry-day", P, "laundry day", ["Sunday", "Monday", "Thursday evening", "Saturday morning"],
     ["Laundry day is {v}", "The washing machine runs on {v}", "Sheets and towels get washed on {v}"]),
    ("invoice-address", F, "the invoice address", ["Gartenweg 12 in Linz", "Hauptplatz 3 in Enns", "PO box 118 in Steyr"],
     ["The invoice address is {v}", "Bills are to be sent to {v}", "If a web shop asks where the bill goes, enter {v}"]),
    ("delivery-address", F, "the delivery address", ["the neighbour at number 14", "the parcel locker at the station", "Gartenweg 12 in Linz"],
     ["Parcels are delivered to {v}", "Couriers should leave things at {v}", "The delivery address for orders is {v}"]),
    ("letter-tone", P, "the tone of letters", ["warm and personal", "formal with full titles", "short and businesslike"],
     ["Letters are to be {v}", "Mail drafts should sound {v}", "~Keep it {v}", "~Likes it {v}"]),
    ("calendar", D, "the family calendar", ["Google Calendar", "the paper planner in the kitchen", "a shared Nextcloud calendar"],
     ["The family calendar is {v}", "Appointments go into {v}", "~Look it up in {v} first"]),
    ("screen-rule", C, "the screen-time rule", ["one hour after homework", "no tablets on school days", "two hours at the weekend only"],
     ["The screen-time rule is {v}", "For tablets and TV we settled on {v}", "~Both parents agreed: {v}"]),
    ("summer", D, "the summer holiday destination", ["the Dolomites", "Lake Balaton", "the Danish coast"],
     ["The summer holiday goes to {v}", "In August we travel to {v}", "Find ferries and hotels for our August trip to {v}"]),
    ("winter", D, "the winter trip destination", ["Obertauern", "a hut near Schladming", "the Dolomites"],
     ["The winter trip goes to {v}", "In the February break we drive to {v}", "Ski gear has to be packed for {v}"]),
    ("food-budget", F, "the monthly food budget", ["650 euros", "720 euros", "580 euros"],
     ["The monthly food budget is {v}", "Groceries may cost {v} a month", "Warn us when the month's shopping goes past {v}"]),
    ("savings", F, "the monthly savings amount", ["300 euros", "250 euros", "420 euros"],
     ["Each month {v} go into savings", "The standing order to the savings account is {v}", "~Put aside {v} on the first"]),
    ("units", P, "the units in recipes", ["grams and millilitres", "cups and tablespoons", "ounces and pints"],
     ["Recipes use {v}", "Cooking amounts should be converted to {v}", "~Wants {v}"]),
    ("reminder", P, "the time of the daily reminder", ["7:15", "20:30", "12:05"],
     ["The daily reminder is sent at {v}", "Ping us about the day's plan at {v}", "The overview of appointments should arrive at {v}", "~Prefers {v}"]),
    ("car", F, "the family car", ["the blue Skoda", "a leased Tesla", "the old Volvo"],
     ["The family car is {v}", "The insurance policy covers {v}", "~We drive {v}"]),
    ("emergency", F, "the emergency contact", ["Aunt Gerda", "Mrs Novak next door", "cousin Tim"],
     ["The emergency contact is {v}", "If none of us picks up, call {v}", "{v} has the spare key and gets phoned first", "~The one to ring is {v}"]),
]
HOME_OBJ = [
    ("school", F, "{p}'s school", ["the Brucknerschule", "the Montessori house", "BRG Hamerling", "the evening college"],
     ["{p} goes to {v}", "School letters about {p} come from {v}", "Every morning at eight {p} has to be at {v}"]),
    ("lives-in", F, "{p}'s home town", ["Graz", "Linz", "Wels", "Salzburg"],
     ["{p} lives in {v}", "{p}'s flat is in {v}", "Post for {p} goes to an address in {v}"]),
    ("works-at", F, "{p}'s workplace", ["the city library", "a bakery in Traun", "the county hospital", "the evening college"],
     ["{p} works at {v}", "In the afternoon {p} can be reached at {v}", "{p}'s employer is {v}"]),
    ("doctor", F, "{p}'s family doctor", ["Dr Wimmer", "Dr Hofer", "Dr Sattler", "Dr Okafor"],
     ["{p}'s family doctor is {v}", "{p} sees {v} for check-ups", "Prescriptions for {p} come from {v}"]),
    ("dentist", F, "{p}'s dentist", ["Dr Hofer", "Dr Lang", "Dr Pichler", "Dr Wimmer"],
     ["{p}'s dentist is {v}", "{p}'s teeth are looked after by {v}", "About fillings and braces of {p} ask {v}"]),
    ("diet", P, "{p}'s diet", ["vegetarian", "gluten-free", "low in salt", "free of nuts"],
     ["{p}'s diet is {v}", "Food for {p} has to be {v}", "When cooking for {p}, make it {v}"]),
    ("shoe-size", F, "{p}'s shoe size", ["36", "38", "41", "43"],
     ["{p}'s shoe size is {v}", "{p} wears shoes in size {v}", "Trainers for {p} are bought in {v}"]),
    ("bedtime", P, "{p}'s bedtime", ["20:00", "21:15", "22:30"],
     ["{p}'s bedtime is {v}", "{p} should be in bed by {v}", "Lights out for {p} at {v}"]),
    ("wake-up", P, "{p}'s wake-up time", ["6:10", "6:45", "7:30"],
     ["{p} gets up at {v}", "The alarm of {p} rings at {v}", "Wake {p} at {v}"]),
    ("pet", F, "{p}'s pet", ["a tortoise", "two guinea pigs", "a tabby cat", "a parrot"],
     ["{p} has {v}", "{p} looks after {v}", "At {p}'s place there is {v}"]),
]
HOME = dict(
    glob=HOME_GLOBAL, obj=HOME_OBJ, names=["Lena", "Ravi", "Aunt Vera", "Milo", "Sofia", "Grandpa Heinz"],
    change=ts("{subj} is {v} from now on, not {old} any more", "We switched {subj} from {old} to {v}",
              "Instead of {old}, {subj} is now {v}", "New: {subj} changes from {old} to {v}",
              "{old} is over, {subj} is {v} now"),
    correction=ts("I noted {old} as {subj}, which was wrong; it is {v}",
                  "Sorry, mix-up: {subj} is {v} and never was {old}",
                  "My last note was mistaken, {subj} should read {v} instead of {old}",
                  "It is {v}, not {old}: I misheard {subj}"),
    retraction=ts("{subj} does not apply any more", "Scrap {subj}, nothing is fixed there any longer",
                  "There is no need to keep {subj} in mind any more"),
    one_day=["Today only: dinner is at nine because of the concert", "Just for tonight the kids may stay up late",
             "Exception today: the cat gets wet food twice", "Only this afternoon the front door stays open for the plumber",
             "Until tomorrow morning the car is parked in Mozartgasse"],
    lessons=["Booking the vet by phone takes days; the web form answers within the hour",
             "The washing powder with perfume gives everyone a rash",
             "Yeast dough needs a whole night in the fridge or it turns sour",
             "The train over Bruck misses its connection whenever it rains hard",
             "Putting library books by the door stops the late fees",
             "Vaccination cards are only valid with a stamp on both pages",
             "Cheap batteries leak in the smoke alarm, buy lithium ones",
             "Museum tickets sold at the door cost twice as much"],
    tasks=["buy a birthday present", "order new glasses", "fill in the holiday form", "mend the bicycle tyre",
           "book a haircut", "pick up the prescription", "collect the passport photos", "wash the winter jackets"],
    notes=["Long chat with the neighbours about the hedge", "Rain all day, we played cards",
           "Watched a film about whales, everyone fell asleep", "Pancakes burnt, pizza ordered",
           "The choir practised in the hall, lovely evening", "Talked about moving, no result",
           "Saw a fox behind the shed", "The lift was broken again this morning"],
    unotes=["お弁当のレシピを三つ調べた", "Après-midi très calme, café avec Zoë ☕", "🎂 cake baked, 🕯 candles missing",
            "прогулка в парке, без новостей", "周末去了动物园"],
    ops=["opened the recipe page and scrolled {k} screens", "downloaded bank statement {h}.pdf ({s} kB)",
         "calendar sync: {n} events in {s} s", "sent photo {h}.jpg to the printer", "searched mail for 'ticket': {k} hits",
         "weather lookup for Linz took {s} ms", "set a timer for {k} minutes", "read message {n} of the class chat",
         "played song {h} in the kitchen", "scanned page {k} of the insurance folder", "step counter of {p}: {n}{k} steps",
         "translated {k} lines of a letter"],
    detail=["", "", "", " (said at breakfast)", "; mum confirmed it", ", as discussed on the phone", ". Please do not forget",
            " because that is easier for everyone", "; this came up at dinner"])

SHOP_GLOBAL = [
    ("opening", F, "our opening hours", ["9 to 17 on weekdays", "10 to 18 from Tuesday to Saturday", "8 to 14 every day"],
     ["Our opening hours are {v}", "Customers can come in {v}", "The sign at the door says {v}", "~The owner insists on {v}"]),
    ("phone-hours", F, "the phone hours", ["9 to 12", "13 to 16", "10 to 15"],
     ["The phone hours are {v}", "The hotline is staffed {v}", "Calls get answered {v}", "~The team prefers {v}"]),
    ("mail-style", P, "the style of customer mails", ["friendly with first names", "formal with surnames", "brief and without greetings"],
     ["Customer mails are {v}", "Answers to buyers should sound {v}", "~Stay {v} please"]),
    ("refund", D, "the refund rule", ["full refund within 30 days", "store credit only", "refund within 14 days minus postage"],
     ["The refund rule is {v}", "Whoever sends goods back gets {v}", "~Management decided on {v}"]),
    ("warranty", D, "the warranty period", ["24 months", "36 months", "12 months"],
     ["The warranty period is {v}", "We guarantee everything we sell for {v}", "Repairs cost nothing for {v}", "~Legal asked for {v}"]),
    ("free-shipping", D, "the threshold for free shipping", ["40 euros", "59 euros", "75 euros"],
     ["Free shipping starts at {v}", "Orders above {v} are sent at our cost", "No postage is charged from {v} upwards"]),
    ("min-order", D, "the minimum order", ["15 euros", "25 euros", "40 euros"],
     ["The minimum order is {v}", "Baskets below {v} cannot be checked out", "We do not pack anything worth less than {v}"]),
    ("carrier", D, "the parcel carrier", ["DHL", "GLS", "UPS", "Swiss Post"],
     ["Parcels go out with {v}", "The carrier we use is {v}", "Labels are printed for {v}", "~Everything goes via {v}"]),
    ("accountant", F, "our accountant", ["Mrs Berger", "Mr Tanaka", "the Hollmann office"],
     ["Our accountant is {v}", "Receipts are handed to {v}", "Tax questions are answered by {v}"]),
    ("lawyer", F, "our lawyer", ["Dr Reiter", "Ms Adeyemi", "the Hollmann office"],
     ["Our lawyer is {v}", "Contracts are checked by {v}", "Warning letters get passed to {v}"]),
    ("currency", P, "the currency of reports", ["euros", "Swiss francs", "US dollars"],
     ["Reports are in {v}", "All figures should be converted to {v}", "~Wants to see {v}"]),
    ("stock-take", D, "the day of the stock-take", ["the last Friday of the month", "the first Monday of the quarter", "every second Sunday"],
     ["The stock-take is on {v}", "Shelves are counted on {v}", "The warehouse closes for counting on {v}"]),
    ("newsletter", D, "the newsletter slot", ["Tuesday at ten", "Thursday afternoon", "every second Sunday"],
     ["The newsletter goes out on {v}", "Marketing mails are scheduled for {v}", "Campaigns leave on {v}"]),
    ("on-call", D, "the on-call rota", ["one week per person", "two days per person", "a paid night shift"],
     ["The on-call rota is {v}", "For emergencies we have {v}", "~The retro ended with {v}"]),
    ("photos", P, "the format of product photos", ["square on a white background", "landscape in daylight", "WebP below 200 kB"],
     ["Product photos are {v}", "Pictures for the catalogue have to be {v}", "~She likes them {v}"]),
    ("discount", C, "the largest discount", ["10 percent", "15 percent", "20 percent"],
     ["The largest discount is {v}", "Sales staff may take off at most {v}", "~Never more than {v}"]),
]
SHOP_OBJ = [
    ("host", F, "the host of {p}", ["Hetzner", "Exoscale", "OVH", "the university data centre"],
     ["{p} is hosted at {v}", "The bills for {p} come from {v}", "{p} sits on machines of {v}"]),
    ("region", D, "the region of {p}", ["eu-central", "us-east", "ap-south"],
     ["{p} is served from {v}", "The servers of {p} stand in {v}", "Customer data of {p} must not leave {v}"]),
    ("backup-region", D, "the backup region of {p}", ["eu-north", "us-east", "eu-central"],
     ["Backups of {p} are kept in {v}", "The second copy of {p} lies in {v}", "After a fire {p} would be restored from {v}"]),
    ("contact", F, "the contact for {p}", ["Petra", "Samuel", "Ines Koller", "Yusuf"],
     ["The contact for {p} is {v}", "Call {v} when {p} is down", "{v} knows {p} best"]),
    ("approver", F, "the approver for {p}", ["Samuel", "Birgit", "Ines Koller", "Mr Haas"],
     ["Changes to {p} are approved by {v}", "The sign-off for {p} comes from {v}", "Before touching {p}, ask {v}"]),
    ("timeout", D, "the timeout of {p}", ["30 seconds", "5 seconds", "2 minutes"],
     ["{p} times out after {v}", "Callers wait {v} for {p} before giving up", "In the settings of {p} the request limit is {v}"]),
    ("backup-window", F, "the backup window of {p}", ["01:00 to 02:00", "03:30 to 04:30", "22:00 to 23:00"],
     ["The backup window of {p} is {v}", "{p} gets dumped {v}", "Expect {p} to be slow {v}"]),
    ("maintenance", F, "the maintenance slot of {p}", ["Sunday 06:00", "Tuesday 05:00", "Saturday 23:00"],
     ["Maintenance of {p} happens on {v}", "Updates of {p} are installed on {v}", "{p} may be switched off on {v}"]),
    ("sla", D, "the SLA of {p}", ["99.5 percent", "99.9 percent", "best effort"],
     ["The SLA of {p} is {v}", "We promise {v} for {p}", "Availability agreed for {p}: {v}"]),
    ("queue", D, "the queue of {p}", ["RabbitMQ", "Redis streams", "a plain database table", "SQS"],
     ["{p} queues its jobs in {v}", "Messages to {p} pass through {v}", "Behind {p} there is {v}"]),
]
SHOP = dict(
    glob=SHOP_GLOBAL, obj=SHOP_OBJ, names=["storefront", "parcelhub", "mailroom", "ledgerly", "photobank", "returns-desk"],
    change=ts("{subj} was moved from {old} to {v}", "As of Monday {subj} is {v} instead of {old}",
              "{subj}: was {old}, is {v} now", "We gave up {old} as {subj} in favour of {v}",
              "Update on {subj}: {v}, formerly {old}"),
    correction=ts("Erratum: {subj} is {v}; {old} was a typo of mine", "I mixed something up, {subj} is {v} rather than {old}",
                  "{subj} was recorded as {old} by mistake; the right answer is {v}",
                  "Wrong entry above: {old} is not {subj}, {v} is"),
    retraction=ts("{subj} has been abolished", "Disregard {subj}, it was cancelled without replacement",
                  "We no longer have a rule for {subj}"),
    one_day=["Today only the checkout shows a banner about the strike", "Just for today, returns are taken at the back door",
             "For this afternoon Samuel's badge opens the cage", "Exception until midnight: the test card may be charged",
             "Only this once ship the order without an invoice"],
    lessons=["Labels printed on the old roll fade after two weeks in the sun",
             "A price import with a comma as decimal sign sets everything to zero",
             "Calling the bank before noon gets a person, after noon a machine",
             "Deleting a category hides its products without any warning",
             "The barcode scanner freezes when two bluetooth headsets are near",
             "Customs forms without a tariff number come back after ten days",
             "Long product names break the PDF invoice in the second column",
             "A cold start right after the dump takes eleven minutes"],
    tasks=["order more cardboard", "write the changelog", "rotate the log files", "check the fire extinguisher",
           "clean up the old tickets", "invite the auditors", "replace the label printer", "compare three quotes"],
    notes=["The intern brought cake, lots of laughter", "Meeting about the logo, no conclusion",
           "A customer praised the packing in a review", "Fog all day, trucks late",
           "Tried the new coffee machine", "Somebody left a scarf in the meeting room",
           "Discussed a second warehouse, to be continued", "The street in front is being dug up"],
    unotes=["倉庫の棚卸しの写真を送った", "Très bon retour du client à Besançon", "📦 40 boxes folded, 🧻 tape is out",
            "отгрузка задержалась на час", "供应商来访，参观了仓库"],
    ops=["GET /orders?page={k} returned {n} rows", "resized {n} pictures in {s} s", "restarted worker {h} of {p}",
         "printed {k} labels", "SELECT count(*) took {s} ms", "uploaded feed {h}.xml ({s} kB)", "ticket {n} moved to done",
         "mail batch {n}: {k} bounced", "ran job {h}, exit code 0 in {s} s", "disk of {p} at {k} percent",
         "fetched exchange rates in {s} ms", "opened pull request {n}"],
    detail=["", "", "", " (ticket follows)", "; confirmed by mail", ", as agreed with the boss", ". Already in the wiki",
            " because it saves money", "; customers asked for it"])

ZH_GLOBAL = [
    ("reply-lang", P, "回复语言", ["中文", "英文", "日文"], ["回复语言是{v}", "跟我说话请用{v}", "所有说明都写成{v}"]),
    ("heating", P, "暖气设定", ["白天20度", "全天19度", "晚上22度"], ["暖气设定为{v}", "家里的温度保持{v}", "~天冷的时候记得{v}"]),
    ("shopping-day", P, "采购日", ["周五晚上", "周六上午", "周三下班后"], ["采购日是{v}", "去超市买菜安排在{v}", "每周的大采购放到{v}"]),
    ("laundry-day", P, "洗衣日", ["周日", "周一", "周六上午"], ["洗衣日是{v}", "洗衣机在{v}开", "床单和毛巾{v}洗"]),
    ("invoice-title", F, "发票抬头", ["上海青禾贸易有限公司", "王建国个人", "青禾工作室"], ["发票抬头是{v}", "开票的时候写{v}", "报销单据都开给{v}"]),
    ("ship-addr", F, "收货地址", ["浦东张江路88号", "公司前台", "小区快递柜"], ["收货地址是{v}", "快递都寄到{v}", "网购的东西放{v}"]),
    ("mail-tone", P, "邮件语气", ["正式一点", "轻松随意", "简短直接"], ["邮件语气要{v}", "写信的时候{v}", "~他喜欢{v}"]),
    ("calendar", D, "日程工具", ["飞书日历", "纸质手账", "谷歌日历"], ["日程工具用{v}", "约会都记在{v}里", "~先查一下{v}"]),
    ("summer", D, "暑假目的地", ["青岛", "云南大理", "北海道"], ["暑假目的地是{v}", "八月全家去{v}", "七月底订好去{v}的机票"]),
    ("winter", D, "寒假目的地", ["哈尔滨", "三亚", "北海道"], ["寒假目的地是{v}", "过年期间去{v}", "春节的酒店订在{v}"]),
    ("food-budget", F, "每月伙食费", ["3000元", "3500元", "4200元"], ["每月伙食费是{v}", "一个月买菜不超过{v}", "吃饭的预算控制在{v}"]),
    ("savings", F, "每月存款", ["2000元", "5000元", "3500元"], ["每月存款是{v}", "每个月往储蓄账户转{v}", "~月初先存下{v}"]),
    ("units", P, "菜谱单位", ["克和毫升", "斤和两", "杯和勺"], ["菜谱单位用{v}", "做菜的分量换算成{v}", "~想要{v}"]),
    ("remind", P, "每日提醒时间", ["早上七点", "晚上九点", "中午十二点"], ["每日提醒时间是{v}", "{v}把当天安排发给我", "每天{v}推送待办"]),
    ("emergency", F, "紧急联系人", ["李阿姨", "表哥张伟", "邻居老陈"], ["紧急联系人是{v}", "打不通电话就找{v}", "备用钥匙在{v}那里"]),
]
ZH_OBJ = [
    ("school", F, "{p}的学校", ["实验小学", "育才中学", "复旦附中", "阳光幼儿园"], ["{p}在{v}上学", "{p}的学校是{v}", "每天早上送{p}去{v}"]),
    ("lives", F, "{p}的住处", ["上海", "苏州", "杭州", "南京"], ["{p}住在{v}", "{p}的房子在{v}", "给{p}寄东西要寄到{v}"]),
    ("works", F, "{p}的单位", ["市图书馆", "人民医院", "一家设计公司", "大学出版社"], ["{p}在{v}上班", "{p}的单位是{v}", "下午找{p}要打到{v}"]),
    ("doctor", F, "{p}的家庭医生", ["周医生", "陈医生", "孙医生", "吴医生"], ["{p}的家庭医生是{v}", "{p}体检找{v}", "{p}的处方由{v}开"]),
    ("dentist", F, "{p}的牙医", ["陈医生", "刘医生", "吴医生", "何医生"], ["{p}的牙医是{v}", "{p}补牙找{v}", "{p}的牙齿矫正由{v}负责"]),
    ("diet", P, "{p}的饮食要求", ["吃素", "不吃辣", "少盐", "无麸质"], ["{p}的饮食要求是{v}", "给{p}做饭要{v}", "点外卖时注意{p}{v}"]),
    ("shoe", F, "{p}的鞋码", ["36码", "38码", "41码", "43码"], ["{p}的鞋码是{v}", "{p}穿{v}的鞋", "给{p}买运动鞋选{v}"]),
    ("bed", P, "{p}的睡觉时间", ["八点半", "九点一刻", "十点半"], ["{p}的睡觉时间是{v}", "{p}最晚{v}上床", "晚上{v}让{p}关灯"]),
    ("wake", P, "{p}的起床时间", ["六点十分", "六点四十", "七点半"], ["{p}的起床时间是{v}", "{p}的闹钟定在{v}", "早上{v}叫醒{p}"]),
    ("pet", F, "{p}的宠物", ["一只乌龟", "两只豚鼠", "一只橘猫", "一只鹦鹉"], ["{p}养了{v}", "{p}的宠物是{v}", "{p}房间里有{v}"]),
]
ZH = dict(
    glob=ZH_GLOBAL, obj=ZH_OBJ, names=["小明", "王芳", "爷爷", "李娜", "小宝", "大姑"],
    change=ts("{subj}从{old}改成{v}了", "{subj}不再是{old}，现在是{v}", "以后{subj}换成{v}，不用{old}了",
              "{subj}有变：原来{old}，现在{v}"),
    correction=ts("更正：{subj}是{v}，不是{old}", "之前记错了，{subj}应该是{v}，而不是{old}", "写错了，{old}不对，{subj}是{v}"),
    retraction=ts("{subj}取消了，不用再管", "{subj}这件事作废", "不用再记{subj}了"),
    one_day=["仅限今天：晚饭推迟到九点", "就今晚孩子可以晚睡", "今天例外，猫多喂一次", "只有今天下午大门开着等水管工", "明天早上之前车停在南门"],
    lessons=["电话预约兽医要等好几天，网上填表一小时就有回复", "带香味的洗衣粉会让大家起疹子", "发面要在冰箱里放一整晚，不然会酸",
             "下大雨时经过镇江的那趟车总赶不上换乘", "借的书放门口就不会逾期", "便宜电池会在烟雾报警器里漏液", "景点门口买票贵一倍"],
    tasks=["买生日礼物", "配新眼镜", "填请假表", "修自行车", "预约理发", "取药", "拿证件照", "洗冬衣"],
    notes=["跟邻居聊了很久树篱的事", "下了一天雨，在家打牌", "看了一部讲鲸鱼的电影，都睡着了", "聊了聊搬家，没有结果", "电梯早上又坏了", "合唱团排练，气氛不错"],
    unotes=["weather was fine, long walk", "🎂 蛋糕烤好了，蜡烛没买"],
    ops=["日历同步：{n}个事件，用时{s}秒", "下载账单{h}.pdf（{s}kB）", "搜索邮件“车票”：{k}条", "设置{k}分钟倒计时", "读取班级群第{n}条消息",
         "扫描保险文件第{k}页", "{p}的步数：{n}{k}", "翻译了{k}行"],
    detail=["", "", "", "（早饭时说的）", "；妈妈确认过", "，电话里说好的", "。别忘了", "，因为这样大家都方便"])
WORLDS = {"home": HOME, "shop": SHOP, "zh": ZH, **OTHERS, **FRESH, **LATER}
NOSUBJ = set()          # ways that name no subject
CURRENT = None


NAMES = ("GLOBAL_TOPICS PROJECT_TOPICS SUBJECTS CHANGE_EXPLICIT CORRECTION RETRACTION ONE_DAY LESSONS TASKS NOTES UNICODE_NOTES "
         "OPS DETAIL project_name").split()
OLD = {n: getattr(g, n) for n in NAMES}


def install(world):
    global CURRENT
    if world == "old":          # the tables of gen_corpus.py itself, as a control
        for n in NAMES:
            setattr(g, n, OLD[n])
        CURRENT = world
        NOSUBJ.clear()
        NOSUBJ.update(["Wants {v}", "Asked for {v} once more", "The user prefers {v}", "Keep to {v}", "Team lead confirmed {v}"])
        return None
    w = WORLDS[world]
    CURRENT = world
    NOSUBJ.clear()
    subjects = {}

    def table(rows):
        out = []
        for tid, kind, subj, values, ways in rows:
            subjects[tid] = subj
            for x in ways:
                if x.startswith("~"):
                    NOSUBJ.add(x[1:])
            out.append((tid, kind, values, [x.lstrip("~") for x in ways]))
        return out
    g.GLOBAL_TOPICS, g.PROJECT_TOPICS = table(w["glob"]), table(w["obj"])
    g.SUBJECTS = subjects
    g.CHANGE_EXPLICIT, g.CORRECTION, g.RETRACTION = w["change"], w["correction"], w["retraction"]
    g.ONE_DAY, g.LESSONS, g.TASKS, g.NOTES, g.UNICODE_NOTES = w["one_day"], w["lessons"], w["tasks"], w["notes"], w["unotes"]
    g.OPS, g.DETAIL = w["ops"], w["detail"]
    g.project_name = lambda i: w["names"][i]
    return w


def check(world):
    import score_context as sc
    install(world)
    topics, projects = g.build_topics(365)
    truth = {"projects": projects, "slots": [{"id": t.id} for t in topics]}
    keep = {"user", projects[0], projects[1]}
    pat = [x for x in sc.patterns(truth) if x[0].rsplit(".", 1)[0] in keep]
    bad = 0
    blob = [(s, v, n) for s, v, n in pat]
    big = "\n".join(n for _, _, n in blob)
    import bisect
    starts, pos = [], 0
    for _, _, n in blob:
        starts.append(pos)
        pos += len(n) + 1
    for s, v, n in blob:
        i = big.find(n)
        while i >= 0:
            k = bisect.bisect_right(starts, i) - 1
            end = i + len(n)
            if (blob[k][0], blob[k][1]) != (s, v) and (end >= len(big) or not big[end].isalnum()):
                bad += 1
                if bad < 40:
                    print("CLASH", s, v, "|", n, "| in |", blob[k])
            i = big.find(n, i + 1)
    ways = sum(len(t[3]) for t in g.GLOBAL_TOPICS + g.PROJECT_TOPICS)
    print(world, len(pat), "needles,", bad, "clashes;", ways, "ways,", len(NOSUBJ), "without a subject")


if __name__ == "__main__":
    if "--world" not in sys.argv:
        sys.exit("worlds.py: --world home|shop|zh|lab|club|ops|clinic|film|wanju is needed")
    i = sys.argv.index("--world")
    name = sys.argv[i + 1]
    del sys.argv[i:i + 2]
    if "--check" in sys.argv:
        check(name)
    else:
        install(name)
        g.main()
