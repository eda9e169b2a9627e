"""Short plain texts in European languages and many styles.

A line that a reader takes for a heading begins with `§` and its level.
"""

from __future__ import annotations

DOCUMENTS = {
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
    "en-log": """\
2020-03-01 10:00:01 INFO lamp lit
2020-03-01 10:00:02 INFO wind 3
2020-03-01 10:00:03 WARN oil low
2020-03-01 10:00:04 ERROR lamp out
""",
}
