extension Tongue {
  static let german = Tongue(
    hoursAhead: 1,
    """
    given: Greta greta, Jannis jannis, Mathilda mathilda, Korbinian korbinian, Levke levke, Anton anton, \
    Frieda frieda, Jasper jasper, Selma selma, Henrik henrik, Rosalie rosalie, Emil emil
    family: Brandauer brandauer, Holtkamp holtkamp, Wiesinger wiesinger, Petersen petersen, \
    Kühnel kuehnel, Lindner lindner, Sommerfeld sommerfeld, Tiedemann tiedemann, Vogt vogt, Ziegler ziegler
    * Brot, Berge, Bratsche.
    * Sammle Postkarten und Ausreden.
    * Tagsüber Brücken, abends Boule.
    * Meine Tomaten kennen mich.
    * Lieber zu früh am Bahnhof.
    * Hebamme mit Hang zu Horrorfilmen.
    * Ich gieße heute. Wirklich.
    * Kann drei Lieder auf der Säge spielen.
    * Zwei Katzen, ein Garten, kein Plan.
    * Repariere Räder und rede dabei.
    * Grundschule, Kreide am Ärmel.
    * Lerne Fagott. Grüße an die Nachbarn.
    * Sonntags Kuchen, montags Reue.
    + Hat sich gelohnt.
    + Morgen wieder.
    + Mehr war heute nicht.
    + Oma wäre stolz.
    + Keine weiteren Fragen.
    + Und bei euch so?
    + Läuft.
    + Ich bereue nichts.
    + Fortsetzung folgt.
    + Bitte nicht weitersagen.
    + Wer kommt mit?
    + So viel dazu.
    @ Danke nochmal, {@}!
    @ {@}, du hattest recht.
    @ Nächstes Mal kommst du mit, {@}.
    # kitchen #selbstgemacht #abendbrot #sauerteig
    dish = Linsensuppe | Zwetschgenkuchen [8-10] | Sauerteigbrot | Kartoffelpuffer | Apfelstrudel | Käsespätzle
    - Heute gab es {dish}. Es blieb nichts übrig, nicht einmal die Hoffnung auf morgen.
    - {n} Versuche später: {dish}, wie es sein soll. Fast.
    - {dish} schmeckt am nächsten Tag besser, kalt, im Stehen. Ich diskutiere nicht.
    - Nur kurz Mehl gekauft. Jetzt gibt es {dish} für die ganze Straße.
    # outdoors #draussen #spaziergang #wetter
    thing = ein Graureiher | zwei Rehe | ein sehr rundes Rotkehlchen | die erste Schwalbe [4-5] | ein Igel [4-10]
    - Heute früh im Nebel: {thing}. Wir haben uns höflich ignoriert. [9-4]
    - {n} Kilometer gelaufen und vergessen, worüber ich mich geärgert habe.
    - Angesagt war Sonne. Bekommen haben wir Wetter.
    - Auf der Bank am Kanal: {thing} und ich. Gutes Gespräch.
    # work[Mon-Fri] #montag[Mon] #feierabend #buero
    - {n} Besprechungen, ein Ergebnis: Wir besprechen das nochmal.
    - Heute mehr gelöscht als geschrieben. Bester Tag der Woche.
    - Der Drucker hat heute gewonnen. Glückwunsch.
    - Meine Büropflanze und ich neigen uns zum Fenster.
    # evening #gelesen #schallplatte #kino
    - Roman in der Bahn ausgelesen, {n} Stationen zu weit gefahren.
    - Chorprobe: Ein Takt war so schön, dass alle kurz aufhörten.
    - Spieleabend. Meine eigene Mutter hat mich für zwei Schafe verraten.
    - Für ein Buch hinein, mit {n} heraus. Vorsorge.
    # home #katze #balkon #familie
    - Der Kater schläft auf der Steuererklärung. Höhere Gewalt.
    - Den Flur gelb gestrichen. Freude oder Fehler, wir werden sehen.
    - Opa wegen der Tomaten angerufen. Jetzt weiß ich alles über 1961. [3-9]
    - {n} Zimmerpflanzen, jede mit Namen, jede beleidigt.
    # town #fahrrad #nachtzug #flohmarkt
    - Auf dem Flohmarkt einen Regenschirm gefunden, der besser aussieht als ich.
    - Letzte Bahn verpasst, dafür durch die Lindenblüte nach Hause. [6-7]
    - Der Bäcker fängt meine Bestellung an, sobald er mein Rad sieht. Angekommen.
    - Platten Nummer {n}. Ich gebe ihnen inzwischen Namen.
    """)
}
