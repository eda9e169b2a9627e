"""Function words of languages: they tell a language apart, and they are never keywords.

Only words that carry grammar; short lists are enough, since these few words make up a third of any prose.
"""

from __future__ import annotations

_LISTS: dict[str, str] = {
    "en": """
        a about above across after again against all almost along already also although always am among
        an and another any anyone anything are around as at away back be became because been before
        behind being below between both but by came can cannot could did do does doing done down during
        each either else enough even ever every everyone everything few for from further get gets
        getting given go goes going got had has have having he her here hers herself him himself his how
        however i if in indeed instead into is it its itself just keep kind least less let like likely
        made make makes making many may maybe me might more most much must my myself need needs neither
        never new no nobody none nor not nothing now of off often on once one ones only onto or other
        others otherwise our ours ourselves out over own per perhaps put quite rather really same say
        says see seem seems several shall she should since so some someone something sometimes somewhere
        still such take taken takes than that the their theirs them themselves then there therefore
        these they thing things this those though through throughout thus to together too toward towards
        under unless until up upon us use used uses using very via want was way ways we well were what
        whatever when where whether which while who whole whom whose why will with within without would
        yet you your yours yourself don't doesn't didn't isn't aren't wasn't can't won't it's that's
        there's i'm you're we're they're i've you've we've let's couldn't shouldn't wouldn't
    """,
    "de": """
        aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei
        beim bereits bis bzw da dabei dadurch dafür daher damit danach dann daran darauf darüber das
        dass dazu dein dem den denen denn der deren des dessen die dies diese diesem diesen dieser
        dieses doch dort du durch ein eine einem einen einer eines einige er es etwa etwas für gegen hat
        hatte haben hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins ist ja
        je jede jedem jeden jeder jedes jedoch jetzt kann kein keine keinen können könnte man mehr mein
        mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner
        seit sich sie sind so solche soll sollen sollte sondern sowie über um und uns unser unter viel
        vom von vor war waren was wegen weil weiter welche wenn werden wie wieder wir wird wo wurde
        wurden während würde zu zum zur zwar zwischen
    """,
    "fr": """
        à afin ai ainsi alors après au aucun aucune aussi autre autres aux avait avant avec avez avoir
        ayant c'est car ce cela celle celles celui ces cet cette ceux chaque chez ci comme comment d'un
        d'une dans de depuis des donc dont du elle elles en encore entre est et été étaient était être
        eux fait faire font il ils je jusqu'à l'on la laquelle le lequel les leur leurs lors lorsque lui
        là ma mais me même mêmes moins mon ne ni nos notre nous n'est on ont ou où par parce pas pendant
        peu peut peuvent plus plusieurs pour pourquoi qu'il qu'un quand que quel quelle quelles quels
        qui quoi sa sans se sera ses si soit son sont sous sur ta tandis te tous tout toute toutes très
        trop tu un une vers voici vos votre vous y
    """,
    "es": """
        a al algo algunas algunos ante antes aquí así aun aunque bajo bien cada casi como con contra
        cual cuales cuando cuanto de debe deben del desde donde dos durante e el él ella ellas ellos en
        entonces entre era eran es esa esas ese eso esos esta está están estas este esto estos fue
        fueron ha había hace hacia han hasta hay la las le les lo los más me mediante mi mientras mismo
        mucho muchos muy nada ni no nos nosotros o otra otras otro otros para pero poco por porque pueda
        puede pueden pues que qué quien se sea sean según ser será si sí sido sin sino sobre son su sus
        también tan tanto te tiene tienen toda todas todo todos tras tu un una unas uno unos usted y ya
    """,
    "it": """
        a ad agli ai al alla alle allo anche ancora avere c'è che chi ci ciò coi col come con contro cui
        da dagli dai dal dalla dalle dallo degli dei del dell'altro della delle dello dentro di dopo
        dove e è ed era erano essere fa fino fra fu già gli ha hanno i il in invece io la le lei li lo
        loro lui ma mentre mi mia mio molto ne negli nei nel nella nelle nello no noi non nostra nostro
        o ogni oltre ora per perché però più poi prima può possono qual quale quali quando quanto quella
        quelle quelli quello questa queste questi questo qui se sempre senza si sia sono sopra sotto
        stata stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tutta tutte tutti tutto un una
        uno vi voi
    """,
    "pt": """
        a à ainda além algum alguma alguns ao aos apenas após aquela aquele as às assim até cada com
        como contra da das de dela dele deles depois desde dessa desse desta deste deve do dos e é ela
        elas ele eles em enquanto entre era essa essas esse esses esta está estão estas este estes eu
        foi foram há isso isto já la lhe mais mas me mesmo meu minha muito na não nas nem nenhum no nos
        nós nossa nosso num numa o onde os ou outra outras outro outros para pela pelas pelo pelos pode
        podem por porque pouco quais qual quando que quem se seja sem sempre ser será seu seus só sob
        sobre sua suas também tanto tem têm toda todas todo todos tudo um uma umas uns você
    """,
    "nl": """
        aan al alle als altijd andere ben bij daar dan dat de deze die dit doch doen door dus een en er
        ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun ik in is ja je kan kunnen
        maar me meer men met mij mijn moet na naar niet nog nu of om omdat onder ons ook op over reeds
        te tegen toch toen tot u uit uw van veel voor want was wat werd wezen wie wij wil worden wordt
        zal ze zelf zich zij zijn zo zonder zou
    """,
    "sv": """
        alla att av blev bli blir de dem den denna deras dess det detta dig din dock du där efter eller
        en er ett från för ha hade han hans har hon hur här i icke in inte jag kan man med mellan men
        mer mig min mot mycket ni nu någon något när och om oss på sedan sin ska skulle som så till
        under upp ut utan vad var vi vid vill är över
    """,
    "da": """
        af alle andre at blev blive bliver da de dem den denne der deres det dette dig din disse dog du
        efter eller en end er et for fra ham han hans har havde hende her hos hun hvad hvis hvor i ikke
        ind jeg jo kan kunne man mange med meget men mig min mod noget nogle nu når og også om op os
        over på selv sig skal skulle som til ud under var ved vi vil ville være været
    """,
    "pl": """
        a aby ale bardzo bez być był była było były ci co czy dla do gdy gdzie go i ich im inne ja jak
        jako je jego jej jednak jest jeszcze już kiedy która które który których lub ma może można na
        nad nie niż o od oraz po pod przed przez przy są się swoje ta tak także tam te tego tej ten to
        tu tylko tym w we więc wszystkie z za ze że
    """,
    "cs": """
        a aby ale ani až bude by byl byla bylo byly být co což další do i jak jako je jeho její jejich
        jen ještě již jsem jsme jsou k kde když která které který kterých má může na nad nebo než o od
        po pod podle pokud pro proto při s se si tak také tato ten to tohoto tomu u v ve však z za ze že
    """,
    "tr": """
        ama ancak bazı bir biri bu bunu bunun çok da daha de değil diye en gibi göre hem her için ile
        ise kadar ki mi ne o olan olarak oldu olduğu olduğunu olur onun sonra şu tarafından tüm üzere
        var ve veya ya yok
    """,
    "id": """
        ada adalah akan antara apa atau bagi bahwa beberapa bisa dalam dan dapat dari dengan di ia ini
        itu jika juga kami karena ke kepada kita lebih maka mereka oleh pada para saat saya sebagai
        secara seperti serta sudah tetapi tidak untuk yang
    """,
    "ru": """
        а без более бы был была были было быть в вам вас ведь во вот все всего всех вы где да даже для
        до его ее её если есть ещё еще же за здесь и из или им их к как какой когда которая которого
        которое которой которые которых который кто ли либо между мне может можно мы на над надо нас не
        него нет ни них но ну о об однако он она они оно от перед по под поэтому после при про с свой
        себя со так также такой там те тем то того тоже только том тот ту ты у уже хотя чего чем через
        что чтобы эта эти это этого этой этом этот я
    """,
    "uk": """
        а або але без більш бо був була були було бути в ви від він вона вони все всі де для до є з за
        зі і із її їх й його як яка яке який які коли може можна ми на над не ні ну о об один про під по
        при та так також там те тим то того тому тільки у це цей ці цього цієї цьому чи що щоб
    """,
    "ko": """
        그 그것 그러나 그런 그리고 그래서 것 것이 것은 것을 같은 같이 경우 또는 또한 및 등 때 때문에
        대한 대해 위해 위한 통해 통한 따라 따른 의해 수 있는 있다 있습니다 있으며 없는 없다 하는 하며
        하고 한다 합니다 할 했다 이 이것 이러한 저 저희 우리 모든 각 각각 더 매우 다른 다음 여기 어떤
        만약 예를 들어 경우에 사용 사용하는 사용할 사용하여 있도록 됩니다 된다 되는 입니다 이다 아니라
        하지만 방법 부분 정보
    """,
}

STOPWORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split()) for language, words in _LISTS.items()
}
"""By ISO 639-1 code, lower case."""

_DULL_TEXT = """
    represent represents represented create created creates creating running waiting using make run
    runs please
    instead want likely back similar except deprecated
    abstract according add added adding allow allows appendix available based basic bit call called case
    cases certain change changes chapter close come comes common complete contain contains content
    contents current default define defined describe described describes description detail details
    different difference document documents easy edit end ensure entire etc example examples exist exists
    fact fig figure figures file files find first follow following follows form found four full general
    give good great hand happen help high important include included includes including information input
    introduction item items know large last later left line lines list little long look lot main mean
    means method name names necessary next note notes null number numbers old open order output overview
    page pages part parts place point points possible problem problems provide provided provides read
    reference references related require required requires result results return returns right run second
    section sections set show shown shows simple simply single small specific specified start step steps
    sub summary support sure table tables tell text time times three title top true false try turn two
    type types usual usually value values various version whenever word words work works write written
    year years yes http https www com org html php
"""
DULL: frozenset[str] = frozenset(_DULL_TEXT.split())
"""English words that are frequent everywhere and name nothing; never a keyword alone."""
