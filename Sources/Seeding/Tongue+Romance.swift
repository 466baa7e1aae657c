/// Spanish and French.
extension Tongue {
  static let spanish = Tongue(
    hoursAhead: 1,
    """
    given: Lucía lucia, Mateo mateo, Inés ines, Bruno bruno, Candela candela, Nicolás nico, \
    Jimena jimena, Óscar oscar, Paloma paloma, Gael gael, Noelia noelia, Darío dario
    family: Ferreiro ferreiro, Montalbán montalban, Quiroga quiroga, Salcedo salcedo, Peñalver penalver, \
    Robledo robledo, Arriaga arriaga, Cifuentes cifuentes, Velarde velarde, Zúñiga zuniga
    * Pan de madrugada, libros de siesta.
    * Colecciono postales que nunca envío.
    * Vivo entre plantas y cables.
    * Mar, mapas y malas rimas.
    * Aquí por los perros.
    * Profe de música. Sí, también de flauta.
    * Ingeniería de día, milongas de noche.
    * Aprendo de todo, domino la tortilla.
    * Dos gatos, un huerto, ningún plan.
    * De la biblioteca. Devuélvelo cuando puedas.
    * Arreglo radios viejas y les hablo.
    * Hospital de noche, piscina los domingos.
    * Toco el bombo en la banda del pueblo.
    + Y tan a gusto.
    + Ahí lo dejo.
    + Qué cosa más bonita.
    + No me arrepiento de nada.
    + ¿A alguien más le pasa?
    + Mi abuela estaría orgullosa.
    + Mañana más.
    + Y a otra cosa.
    + Yo solo informo.
    + Continuará.
    + No se lo digáis a mi madre.
    + ¿Quién se apunta?
    @ ¡Gracias por todo, {@}!
    @ {@}, esto va por ti.
    @ A la próxima te vienes, {@}.
    # kitchen #encasa #recetas #sobremesa
    dish = gazpacho [5-9] | croquetas | arroz con leche | tortilla | pan de maíz | lentejas
    - Hoy toca {dish}. Nadie se levanta de la mesa hasta las seis.
    - {n} intentos después: {dish} como en casa de mi tía. O casi.
    - ¿Con cebolla o sin cebolla? Pregunto por paz mundial.
    - Pasé por el mercado a por limones y volví con {n} kilos de tomates. [6-10]
    - Para {dish} hay un secreto: no mirar el reloj.
    # outdoors #paseos #cielo #domingo[Sun]
    thing = un mirlo con opiniones | tres cabras | la luna de día | un erizo [4-10] | las primeras golondrinas [3-4]
    - Salí a caminar y encontré {thing}.
    - Llueve como si alguien se hubiera dejado el cielo abierto.
    - {n} kilómetros, {thing} y un bocadillo. El día perfecto.
    - El mar hoy estaba de buen humor.
    - Me senté en un banco al sol y se me fue la tarde.
    # work[Mon-Fri] #lunes[Mon] #oficina #cafe
    - Tercera reunión del día para decidir cuándo nos reunimos.
    - He arreglado el error. Han salido {n} nuevos, pero más simpáticos.
    - La impresora y yo hemos firmado una tregua.
    - Lista de hoy: una tarea. Hecho hoy: otra.
    # evening #leyendo #discos #cine
    - Terminé la novela en el autobús y me pasé {n} paradas.
    - Ensayo del coro: hubo un acorde que casi nos salió.
    - Película, manta y el gato ocupando dos tercios del sofá.
    - Me compré un disco por la portada y resulta que es buenísimo.
    # home #gatos #familia #plantas
    - El gato ha decidido que mi teclado es su cama.
    - Mi sobrina dice que los lunes deberían ser opcionales. Futura presidenta.
    - Ya van {n} plantas. No es un problema, es una selva.
    - Llamé a mi abuelo para preguntarle por los tomates y acabamos en 1961. [3-9]
    # town #barrio #enbici #tren
    - El panadero ya sabe mi nombre. He triunfado.
    - Perdí el último tren y gané un paseo con olor a jazmín. [5-9]
    - En el rastro encontré una radio que aún suena a verano.
    - Bici nueva, rodillas viejas.
    """)

  static let french = Tongue(
    hoursAhead: 1,
    """
    given: Solène solene, Bastien bastien, Maëlle maelle, Côme come, Apolline apolline, Rémi remi, \
    Clémence clemence, Aurèle aurele, Yasmine yasmine, Théo theo, Lison lison, Basile basile
    family: Delorme delorme, Vasseur vasseur, Chastain chastain, Rivoire rivoire, Lacombe lacombe, \
    Morvan morvan, Besson besson, Tissot tissot, Carpentier carpentier, Guérin guerin
    * Du pain, des livres, du vent.
    * Je répare des vélos et des malentendus.
    * Ici pour les chats, je reste pour les recettes.
    * Insomniaque à temps partiel.
    * Dessine des plantes en réunion.
    * Mi-Bretagne, mi-train de nuit.
    * Prof de maths qui rate ses gâteaux.
    * J'arrose trop.
    * Deux chats, un potager, aucun plan.
    * Bibliothécaire. Oui, même en retard.
    * J'apprends l'accordéon, pardon aux voisins.
    * Collectionne les cartes postales jamais envoyées.
    * Hôpital la nuit, piscine le dimanche.
    + Voilà, c'est dit.
    + Je recommande.
    + À demain.
    + Aucun regret.
    + Qui d'autre ?
    + Petite victoire.
    + C'était bien.
    + Et vous ?
    + On continue demain.
    + Ne le dites pas à ma sœur.
    + À suivre.
    + Mamie serait fière.
    @ Merci encore, {@} !
    @ {@}, tu avais raison.
    @ La prochaine fois tu viens, {@}.
    # kitchen #faitmaison #dimanche[Sun] #lepain
    dish = une tarte aux prunes [8-10] | un gratin | une soupe au potiron [9-2] | des crêpes | un pain au levain
    - Ce soir : {dish}. Le chat a demandé du rab.
    - {n} essais plus tard, {dish} comme chez mamie. Presque.
    - J'ai ouvert le placard pour un thé, j'ai fini avec {dish}.
    - Débat du jour : peut-on vivre sans beurre ? Non.
    # outdoors #balade #lumiere #meteo
    thing = un héron | deux écureuils | une brume couleur de lait | un arc-en-ciel entier
    - Croisé {thing} ce matin. On a fait semblant de rien.
    - {n} kilomètres, {thing}, et plus aucun souci.
    - La météo promettait du soleil. La météo a de l'humour.
    - Premier gel : le jardin a l'air repassé. [10-11]
    # work[Mon-Fri] #lundi[Mon] #boulot #cafe
    - Réunion pour préparer la réunion. On progresse.
    - J'ai supprimé plus de lignes que je n'en ai écrit. Belle journée.
    - L'imprimante a choisi son camp, et ce n'est pas le mien.
    - {n} cafés, zéro décision.
    # evening #lecture #vinyle #cinema
    - Fini le roman dans le métro, raté {n} stations.
    - Entré à la librairie pour un livre. Ressorti avec {n}.
    - Répétition de chorale : un accord presque juste, larmes aux yeux.
    - Film muet, plaid, silence. Parfait.
    # home #chat #jardin #famille
    - Le chat a pris mon fauteuil. J'ai pris le tabouret. C'est réglé.
    - Ma fille demande si la lune s'ennuie. Je n'ai pas su répondre.
    - J'ai peint le couloir en jaune. C'est joyeux ou c'est une erreur.
    - {n} plantes, {n} prénoms.
    # town #velo #marche #trainDeNuit
    - Le boulanger prépare ma baguette quand il voit mon vélo. J'existe.
    - Dernier tram raté, retour à pied sous les tilleuls.
    - Trouvé au marché un parapluie plus élégant que moi.
    - Train de nuit, couchette du haut, bonne nuit de quelque part.
    """)
}
