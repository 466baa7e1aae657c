extension Tongue {
  static let english = Tongue(
    hoursAhead: -2,
    """
    given: Ada ada, Owen owen, Maribel maribel, Jonah jonah, Priya priya, Felix felix, Nora nora, \
    Tobias tobias, Imogen imogen, Callum callum, Wren wren, Desmond desmond, Hattie hattie, \
    Silas silas, Odette odette, Rufus rufus, Juniper juniper, Marlon marlon, Bea bea, Kwame kwame
    family: Hartwell hartwell, Okafor okafor, Pemberly pemberly, Lindqvist lindqvist, \
    Marsh marsh, Adeyemi adeyemi, Whitcombe whitcombe, Delgado delgado, Farrow farrow, \
    Novak novak, Thistlewood thistlewood, Bright bright, Castellan castellan, Moss moss, \
    Underhill underhill, Quill quill, Sundaram sundaram, Barlow barlow, Finch finch, Ormond ormond
    * Mostly bread, sometimes opinions.
    * Cartographer by day, choir tenor by night.
    * Here for the birds. The feathered ones.
    * I fix old radios and talk to them while I do it.
    * Two cats, one garden, no plan.
    * Slow runner, fast reader, terrible parallel parker.
    * Night nurse. If I like your post at 4 a.m., that's why.
    * Learning the cello so my neighbours have something to talk about.
    * Librarian. Yes, you may bring it back late.
    * Making ceramics that almost stand up straight.
    * Ask me about moss.
    * Father of three, owner of zero quiet evenings.
    * Professional overpacker.¶Currently: somewhere with trains.
    * I draw the weather.
    * Retired geologist, active grandparent.
    * I collect lost gloves and return most of them.
    * Bus driver. I waited for you, you know.
    * Beekeeper with a fear of bees.
    * Half of a folk duo. The half that forgets the words.
    * Mending what can be mended.
    * Maths teacher, still counting on fingers.
    * Sourdough, but mostly starter.
    * Long letters, short walks.
    * I restore pianos and lose umbrellas.
    * Vet for small animals and large feelings.
    * Trains, tea, tidy spreadsheets.
    * New in town. Which bakery?
    * Apprentice carpenter. All ten fingers so far.
    * Swimming in cold water and telling everyone.
    * I read the manual.
    + Worth it.
    + Ask me again tomorrow.
    + No regrets so far.
    + My grandmother would be proud.
    + I may have cried a little.
    + Do with this what you will.
    + Anyway, how was your day?
    + Ten out of ten, would do it again.
    + Small joys.
    + That's it. That's the post.
    + I have learned nothing.
    + I stand by this.
    + Nobody asked, but there it is.
    + Send help. Or biscuits.
    + It's the little things.
    + More news as it happens.
    + Don't tell my sister.
    + Progress, of a kind.
    + I regret only the shoes.
    + Your turn.
    @ Thanks again, {@}!
    @ {@} you were right about this.
    @ Thinking of you, {@}.
    @ Next time you're coming too, {@}.
    @ cc {@}
    # kitchen #homemade #breadtalk #soupseason[10-3] #whatsfordinner
    dish = lentil soup | sourdough | plum cake [8-10] | dumplings | rhubarb crumble [4-6] | pierogi | \
    tomato risotto | cinnamon buns | ambitious lasagne | pickled radishes
    verdict = Nobody left hungry. | It looks like a hat. | Even the cat asked for seconds. | \
    The smoke alarm agrees. | Recipe below if I ever find it again. | It tastes like Sunday.
    hour = at midnight | before breakfast | during a thunderstorm [5-9] | with one clean spoon left
    - Made {dish} from scratch today. {verdict}
    - Can somebody explain why I'm cooking {dish} {hour}?
    - {n} attempts later, I can finally make {dish}. {verdict}
    - Breakfast of champions: yesterday's {dish}, cold, standing at the fridge.
    - Brought {dish} to work. I have never been this popular.
    - The secret of good {dish} is patience, and I have none. {verdict}
    - Opened the cupboard for tea and closed it with a plan for {dish}.
    # outdoors #outside #smallwalks #birdsofthismorning #weatherreport
    creature = a heron | two foxes | a very confident goose | the first swallow [4-5] | a snail convention [4-10] \
    | one extremely round robin | a hedgehog [4-10]
    place = by the canal | behind the bus depot | on the ridge | at the allotment | under the old bridge
    sky = fog like warm milk | a sunset nobody ordered | sideways rain | the kind of blue that hums
    - Saw {creature} {place} this morning and we both pretended not to be surprised.
    - Today: {sky}. Stayed out until my shoes gave up.
    - Walked {n} miles, met {creature}, forgot why I was annoyed.
    - If you need me I'll be {place}, waiting for {creature} to come back.
    - The forecast said sunshine. We got {sky}.
    - There are exactly {n} good benches in this town and one of them is {place}.
    - First frost {place}. Everything looks ironed. [10-11]
    # work[Mon-Fri] #mondays[Mon] #shipit #officelife #deskplants
    thing = the printer | our oldest spreadsheet | a meeting about meetings | the build | \
    the coffee machine | a password I set last week
    feeling = oddly peaceful | like a raccoon in a tie | very senior | ready for the weekend
    - {n} hours with {thing}. I feel {feeling}.
    file = final_final_2 | new_new_report | untitled_47 | really_the_last_one | do_not_touch_3
    - Whoever named that file "{file}", I know it was you, because it was me.
    - Somebody fixed {thing} overnight and left no note. Thank you, stranger.
    stuff = slides | rows | e-mails | code | pages
    since = in weeks | of the quarter | since we got the new chairs | so far
    - Today I deleted more {stuff} than I wrote. Best day {since}.
    - It's only Tuesday and {thing} has already won. [Tue]
    plant = My plant | The office ficus | The new intern | My chair
    way = towards the window | away from the phone | towards the kettle
    - {plant} and I are both leaning {way}.
    snack = a biscuit | the last of the cake | two coffees | a nap under the desk | a plum [7-10]
    - Quit my job in my head, came back, had {snack}, carried on.
    # evening #nowreading #vinyl #filmclub #boardgames
    work = a novel about lighthouse keepers | a three-hour film without dialogue | \
    a record I found for fifty pence | the same detective series, again | an old play with new jokes
    reaction = I need a week to recover. | I laughed in the wrong places. | I want to live in it. | \
    The ending made me get up and walk around the room.
    - Finished {work}. {reaction}
    - Plans tonight: {work}, a blanket, and nobody's opinion.
    - Choir practice. We were in tune for nearly {n} bars.
    lent = my favourite book | my good umbrella | a record from 1974 | the only sharp knife
    ago = years ago | at a wedding | in another city | last year
    - Lent {lent} to a friend {ago}. I think about it daily.
    - Went in for one book, came out with {n}. It's called self-care.
    - Tonight I started over with {work}. {reaction}
    kin = my own mother | my best friend | a child of seven | somebody I taught the rules to
    price = two sheep and a brick | one railway card | a single point | the last biscuit
    - Game night. I was betrayed by {kin} for {price}.
    # home #catsofthehouse #plantsitting #familybusiness #slowsunday[Sun]
    pet = the cat | our dog | the tortoise | next door's cat
    crime = ate a candle | learned to open the fridge | is asleep on the only warm laptop | \
    stared at the wall until I stared too | has claimed the clean laundry
    - Update: {pet} {crime}.
    child = My daughter | My nephew | The boy next door | My smallest cousin
    question = if the moon gets lonely | who owns the wind | why soup has no corners | \
    how long a second is | whether trees know us
    - {child} asked {question}, and now I can't work.
    trait = a name and a grudge | an opinion of me | a better view than I have
    - {n} houseplants and each has {trait}.
    made = Knitted a sleeve | Carved a spoon | Darned a sock | Hemmed a curtain | Built a shelf
    - {made}. Only one. It's very good.
    elder = my grandfather | my great-aunt | our old neighbour | my godmother
    matter = the boiler | a recipe | an old bicycle | tomatoes [3-9]
    past = 1961 | 1974 | the flood | the old cinema | the neighbours
    - Called {elder} to ask about {matter}. Two hours later I know everything about {past}.
    - The house is quiet, so I assume {pet} {crime}.
    room = the hallway | the kitchen | the stairs | one wall
    colour = yellow | sea green | a brave pink | dark blue
    - Painted {room} {colour}. It is either joy or a mistake.
    # town #nighttrain #bikelane #localmarket #lostandfound
    find = a stranger humming my favourite song | a box of letters from 1938 | an umbrella better than mine | \
    the best peaches of the year [7-9]
    - Found {find} at the flea market. The city provides.
    way = past every lit window | with somebody else's dog | singing, a little | \
    through every smell of summer [6-8] | through the fog [10-2]
    - Missed the last tram and walked home {way}.
    keeper = man at the corner bakery | lady at the kiosk | barber | night shift at the petrol station
    sign = my bicycle turns the corner | my hat appears | the bell rings twice
    - The {keeper} now starts my order when {sign}. I have arrived.
    - Night train, top bunk, {find}. Good night from somewhere.
    comfort = I have started giving them names. | The bicycle shop sends me postcards. | \
    I know every nail in town.
    - Flat tyre number {n}. {comfort}
    spot = the bakery | the river | one good bench | the library
    - New city, day {n}: I can find {spot} and my door. What else is there?
    """)
}
