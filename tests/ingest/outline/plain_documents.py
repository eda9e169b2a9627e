"""Short plain texts in many styles. A line that a reader takes for a heading begins with `§` and its level."""

from __future__ import annotations

DOCUMENTS = {
    "zh-law": """\
城市灯塔管理条例

（2019年3月12日市人民代表大会通过）

§1 第一章　总则

§2 第一条　为了加强灯塔的管理，保障航行安全，制定本条例。

§2 第二条　本市行政区域内的灯塔适用本条例。

§1 第二章　管理

§2 第三条　灯塔由守塔人管理。守塔人应当每日记录灯火情况。

守塔人不得离开岗位。

§2 第四条　检查每月进行一次。

（一）检查灯火；
（二）检查记录；
（三）检查设备。

§1 第三章　附则

§2 第五条　本条例自2020年1月1日起施行。
""",
    "ja-law": """\
灯台管理規則

§1 第一章　総則

（目的）
§2 第一条　この規則は、灯台の管理について必要な事項を定めることを目的とする。

（定義）
§2 第二条　この規則において「灯台」とは、市が設置する灯台をいう。
２　灯台守は、市長が任命する。

§1 第二章　管理

（記録）
§2 第三条　灯台守は、毎日の灯火を記録しなければならない。
一　点灯の時刻
二　消灯の時刻

（点検）
§2 第四条　点検は毎月一回行う。

§1 附則

この規則は、令和二年四月一日から施行する。
""",
    "zh-yi": """\
关于做好灯塔检查工作的通知

各守塔站：

为保障航行安全，现将有关事项通知如下：

§1 一、总体要求

各站要高度重视检查工作，认真落实责任。

§1 二、主要任务

§2 （一）检查灯火

每日检查灯火亮度，并做好记录。

§2 （二）检查设备

每月检查设备一次。

§1 三、工作要求

§2 （一）加强领导

各站负责人要亲自抓。

§2 （二）及时报告

发现问题及时报告。

港务局
2020年3月1日
""",
    "zh-yi-short": """\
§1 一、目的
规范检查。
§1 二、范围
适用于各站。
§1 三、职责
§2 （一）站长
负责组织。
§2 （二）守塔人
负责执行。
""",
    "zh-minutes": """\
第三次工作会议纪要

时间：2020年3月1日
地点：第一会议室
参加人：全体守塔人

§1 一、上次会议决定的落实情况

各站已经完成灯火的检查，记录簿已经上交。

§1 二、本月检查安排

本月检查从5日开始，由港务局派人参加。
1. 5日检查北站；
2. 6日检查南站；
3. 7日检查东站。

§1 三、其他事项

下次会议定于4月1日召开。
""",
    "ja-minutes": """\
第3回灯台管理会議 議事録

日時：令和2年3月1日（日）10:00～12:00
場所：第一会議室
出席者：全員

§1 １．前回の議事録の確認

前回の議事録が承認された。

§1 ２．点検の予定

点検は5日から始まる。港湾局の担当者が参加する。
・5日　北の灯台
・6日　南の灯台

§1 ３．その他

次回は4月1日に開催する。
""",
    "ja-decimal": """\
灯台点検手順書

§1 1. はじめに
本書は灯台の点検の手順を定める。

§2 1.1 目的
点検の品質を保つ。

§2 1.2 適用範囲
市内のすべての灯台。

§1 2. 点検
§2 2.1 準備
工具を用意する。

§2 2.2 実施
§3 2.2.1 灯火
灯火の明るさを測る。

§3 2.2.2 設備
設備を点検する。

§1 3. 記録
結果を記録簿に書く。
""",
    "ja-thesis": """\
§1 第1章 序論

§2 1.1 研究の背景

灯台は航行の安全に欠かせない施設である。

§2 1.2 研究の目的

点検の方法を明らかにする。

§1 第2章 方法

§2 2.1 調査

十基の灯台を調べた。

§2 2.2 分析

結果を統計的に分析した。

§1 第3章 結論

点検を毎月行うことで安全が向上する。

§1 謝辞

港湾局の皆様に感謝する。

§1 参考文献

[1] 港湾局：灯台管理の手引き，2018．
""",
    "ko-law": """\
등대 관리 규칙

§1 제1장 총칙

§2 제1조(목적) 이 규칙은 등대의 관리에 필요한 사항을 정함을 목적으로 한다.

§2 제2조(정의) 이 규칙에서 "등대"란 시가 설치한 등대를 말한다.

§1 제2장 관리

§2 제3조(기록) ① 등대지기는 매일 불빛을 기록하여야 한다.
② 기록은 5년간 보존한다.

§2 제4조(점검) 점검은 매월 한 번 실시한다.

§1 부칙

이 규칙은 공포한 날부터 시행한다.
""",
    "en-contract": """\
LIGHTHOUSE SERVICE AGREEMENT

This Agreement is made on 1 March 2020 between the Harbour Board ("Board") and the Keeper ("Keeper").

§1 1. DEFINITIONS

1.1 "Lamp" means the lamp of the lighthouse, together with its lens and its machinery.

1.2 "Log" means the book in which the Keeper writes down the state of the Lamp each day.

§1 2. TERM

2.1 This Agreement begins on 1 April 2020 and continues for a period of twelve months unless ended earlier.

§1 3. DUTIES OF THE KEEPER

3.1 The Keeper shall light the Lamp at dusk and put it out at dawn.

3.2 The Keeper shall:

(a) keep the Log;
(b) report every fault; and
(c) keep the tower clean.

§1 4. PAYMENT

4.1 The Board shall pay the Keeper each month.

IN WITNESS WHEREOF the parties have signed this Agreement.
""",
    "en-article": """\
CHARTER OF THE HARBOUR SOCIETY

§1 ARTICLE I
NAME

The name of this society shall be the Harbour Society.

§1 ARTICLE II
MEMBERS

§2 Section 1. Classes of members. There shall be two classes of members, full and honorary.

§2 Section 2. Dues. Each member shall pay yearly dues as set by the board.

§1 ARTICLE III
OFFICERS

§2 Section 1. Officers. The officers shall be a president and a secretary.

§2 Section 2. Terms. Officers serve for two years.
""",
    "en-pep": """\
PEP: 9999
Title: Lamps in the Standard Library
Author: A Keeper <keeper@example.org>
Status: Draft
Type: Standards Track

§1 Abstract
========

This PEP proposes to add lamps to the standard library.

§1 Motivation
==========

Lamps are useful, and everybody writes their own.

§2 Existing Lamps
--------------

There are several lamps on the package index.

§2 Why Not Torches
---------------

Torches go out in the rain.

§1 Specification
=============

The module ``lamp`` has two functions.

§1 Copyright
=========

This document is placed in the public domain.
""",
    "en-oldpep": """\
PEP: 9998
Title: Old Lamps
Status: Final

§1 Abstract

    This PEP describes old lamps.  They burn oil and have to be filled
    every evening by a keeper.

§1 Rationale

    Oil was cheap at the time.  Electric light had not reached the
    island yet.

§1 Specification

    A lamp has a wick, a tank and a lens.

§1 References

    [1] Keeper, "Lamps", 2018.
""",
    "en-roman": """\
REPORT ON THE STATE OF THE LIGHTHOUSES

§1 I. Introduction

The board asked for a report on the state of its lighthouses.

§1 II. Findings

§2 A. The northern tower

The northern tower is sound, but its lamp is old and has to be replaced.

§2 B. The southern tower

The southern tower leans to the east.

§1 III. Recommendations

The lamps should be replaced within two years.

§1 IV. Conclusion

The lighthouses can be kept at a moderate cost.
""",
    "en-gutenberg": """\
CONTENTS

Chapter I. The Lamp
Chapter II. The Storm
Chapter III. The Boats


§1 CHAPTER I.

THE LAMP


The lamp was lit at dusk, as on every day. The sea was calm and the gulls
were silent over the rocks.


§1 CHAPTER II.

THE STORM


In the second week the storm came. It broke two panes of the lantern and
put out the lamp.


§1 CHAPTER III.

THE BOATS


When the storm was over the keeper climbed down to the landing and counted
the boats.
""",
    "en-list-only": """\
Shopping for the tower

1. Oil for the lamp
2. Wicks
3. Glass

Things to do

1. Clean the lens
2. Paint the door
3. Mend the stairs

12 Harbour Street
Port Town
""",
    "en-steps": """\
How to light the lamp.

1. Open the door of the lantern and check that the glass is clean.

2. Fill the tank with oil up to the mark.

3. Trim the wick and light it with a long match.

4. Close the door and write the time into the log.
""",
    "en-email": """\
Hello,

thank you for the report. Three remarks:

1. The northern tower was repaired in May, not in June as you write in the second part.
2. The oil is now bought from another merchant.
3. Please send the bill to

   12 Harbour Street
   Port Town

Yours
""",
    "en-manual-numbered": """\
User Manual

1 Introduction .......... 1
2 Installation .......... 2
2.1 Requirements ........ 2
2.2 Steps ............... 3
3 Use ................... 4

§1 1 Introduction

This manual explains the use of the lamp controller.

§1 2 Installation

§2 2.1 Requirements

A controller and a lamp.

§2 2.2 Steps

1. Connect the lamp to the controller.
2. Connect the controller to the mains.
3. Press the button.

§1 3 Use

Press the button at dusk.
""",
    "de-vertrag": """\
DIENSTVERTRAG

§1 § 1 Gegenstand

Der Leuchtturmwärter übernimmt die Pflege der Lampe.

§1 § 2 Pflichten

(1) Der Wärter zündet die Lampe bei Dämmerung an.
(2) Der Wärter führt das Buch.

§1 § 3 Vergütung

Die Vergütung wird monatlich gezahlt.

§1 § 4 Schlussbestimmungen

Änderungen bedürfen der Schriftform.
""",
    "fr-loi": """\
RÈGLEMENT DES PHARES

§1 TITRE I - DISPOSITIONS GÉNÉRALES

§2 Article 1er

Le présent règlement fixe les règles de gestion des phares.

§2 Article 2

Les phares sont gérés par des gardiens.

§1 TITRE II - DES GARDIENS

§2 Article 3

Le gardien allume la lampe au crépuscule et l'éteint à l'aube.

§2 Article 4

Le gardien tient le registre.
""",
    "es-ley": """\
LEY DE FAROS

§1 CAPÍTULO I
Disposiciones generales

§2 Artículo 1. Objeto.

La presente ley regula la gestión de los faros.

§2 Artículo 2. Definiciones.

A los efectos de esta ley se entiende por faro la torre con lámpara.

§1 CAPÍTULO II
De los guardianes

§2 Artículo 3. Obligaciones.

El guardián enciende la lámpara al anochecer.
""",
    "ru-doc": """\
ПОЛОЖЕНИЕ О МАЯКАХ

§1 Глава 1. Общие положения

§2 Статья 1. Предмет регулирования

Настоящее положение определяет порядок управления маяками.

§2 Статья 2. Основные понятия

Маяк - башня с лампой.

§1 Глава 2. Смотрители

§2 Статья 3. Обязанности

Смотритель зажигает лампу в сумерках.
""",
    "ja-brackets": """\
灯台便り　第五号

§1 【お知らせ】

来月から点検の日が変わります。毎月五日に行います。

§1 【行事】

春の見学会を四月一日に開きます。

§1 【お願い】

灯台の近くでは火を使わないでください。
""",
    "ja-squares": """\
灯台見学のご案内

§1 ■日時

四月一日（水）午前十時から

§1 ■場所

北の灯台の入口に集まってください。

§1 ■持ち物

・帽子
・飲み物

§1 ■申し込み

三月末までに電話で申し込んでください。
""",
    "zh-novel": """\
守塔人

§1 第一章 灯火

黄昏时分，守塔人点亮了灯。海面平静，海鸥在礁石上沉默。

§1 第二章 风暴

第二个星期，风暴来了。它打碎了两块玻璃，灯灭了。

§1 第三章 小船

风暴过去以后，守塔人走下台阶，数了数小船。
""",
    "zh-decimal-nospace": """\
灯塔检查规程

§1 1范围

本规程规定了灯塔检查的方法。

§1 2规范性引用文件

下列文件对于本文件的应用是必不可少的。

§1 3术语和定义

§2 3.1灯塔

设有灯火的塔。

§2 3.2守塔人

管理灯塔的人。

§1 4检查

§2 4.1日常检查

每日检查灯火。

§2 4.2定期检查

每月检查设备。
""",
    "zh-yi-deep": """\
§1 一、项目概况

§2 （一）项目名称

北站灯塔改造项目。

§2 （二）项目地点

北站。

§1 二、建设内容

§2 （一）土建工程

§3 1．基础工程

基础采用混凝土。

§3 2．塔身工程

塔身采用砖石。

§2 （二）设备工程

更换灯具。

§1 三、投资估算

总投资一百万元。
""",
    "tw-law": """\
燈塔管理辦法

§1 第一章　總則

§2 第 1 條
本辦法依港務法第五條規定訂定之。

§2 第 2 條
本辦法之主管機關為港務局。

§1 第二章　管理

§2 第 3 條
燈塔由守塔人管理之。

§2 第 4 條
檢查每月一次。
""",
    "en-short-sections": """\
§1 SECTION 1: SCOPE

This covers lamps.

§1 SECTION 2: DUTIES

Keepers light lamps.

§1 SECTION 3: PAY

Pay is monthly.
""",
    "en-address": """\
HARBOUR BOARD
12 HARBOUR STREET
PORT TOWN

Dear keeper,

we write to you because the lamp of the northern tower has been out for two nights.

Please mend it.

HARBOUR BOARD
""",
    "ja-prose": """\
夕暮れに灯がともった。海は静かで、岩の上のかもめも黙っていた。

二週目に嵐が来た。嵐は灯室の硝子を二枚割り、灯を消した。

一、二度は直そうとしたが、だめだった。
""",
    "zh-listed-prose": """\
检查时要注意以下三点：

一、灯火要亮；
二、记录要全；
三、设备要好。

其他事项由站长决定。
""",
    "en-log": """\
2020-03-01 10:00:01 INFO lamp lit
2020-03-01 10:00:02 INFO wind 3
2020-03-01 10:00:03 WARN oil low
2020-03-01 10:00:04 ERROR lamp out
""",
}
