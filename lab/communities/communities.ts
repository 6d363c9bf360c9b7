import { PICTURE_SLOTS, type PictureSlot } from '../../contract/siteKit.ts'
import { linesOf, pdfOf } from '../../test/helpers/fixtures/pdfs.ts'
import type { FolderFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { drawScene, type Motif, type Tones } from './scenes.ts'

type Theme = Readonly<Record<'header' | 'page' | 'text' | 'accent' | 'warning', string>>

/** A made-up community that has made the site its own. */
export type Community = {
  /** Name of its pictures in docs/images. */
  readonly key: string
  readonly name: string
  readonly shortName: string
  readonly claim: string
  readonly contact: string
  /** An SVG. */
  readonly mark: string
  readonly colours: { readonly light: Theme; readonly dark: Theme }
  readonly tones: Tones
  /** Motifs of its pictures, in turn. */
  readonly motifs: readonly Motif[]
  /** Texts in other words, as in texts.yaml. */
  readonly texts: Readonly<Record<string, string>>
}

/** The page of the initiative, for something else. */
const instead = (title: string, lead: string, heading: string, first: string, second: string) => ({
  'translation/navbar.rpg_initiative': title,
  'translation/initiative.title': title,
  'translation/initiative.lead': lead,
  'translation/initiative.what_title': heading,
  'translation/initiative.what_1': first,
  'translation/initiative.what_2': second,
  // It has no further sections.
  'translation/initiative.schools_title': '',
  'translation/initiative.people_title': '',
  'translation/initiative.online_title': '',
})

const lanterns: Community = {
  key: 'club',
  name: 'Lantern Club',
  shortName: 'Lanterns',
  claim: 'The games club of Birchwood School',
  contact: 'lanterns@birchwood.example',
  mark: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#f6c445" d="M48 20c14 10 20 22 20 34a20 20 0 0 1-40 0c0-12 6-24 20-34z"/><path fill="#fff3cf" d="M48 44c6 6 9 11 9 17a9 9 0 0 1-18 0c0-6 3-11 9-17z"/><path fill="#f6c445" d="M34 78h28v8H34zM44 8h8v8h-8z"/></svg>',
  colours: {
    light: {
      header: '#16324f',
      page: '#fbf7ee',
      text: '#1d232b',
      accent: '#c88d1c',
      warning: '#a3182b',
    },
    dark: {
      header: '#0c1d30',
      page: '#111823',
      text: '#f1ede2',
      accent: '#f6c445',
      warning: '#ff8f85',
    },
  },
  tones: {
    sky: ['#16324f', '#d98a4b'],
    far: '#315b7d',
    middle: '#1f4260',
    near: '#0f2438',
    light: '#f9d77e',
  },
  motifs: ['town', 'table', 'shelves', 'hills'],
  texts: {
    'translation/landing_page.title': 'A table after school, and a seat for you',
    'translation/landing_page.lead':
      '{{site}} meets every Thursday in the library: bring nothing, stay for one story, come back for the next.',
    'translation/landing_page.introduction_title': 'How an evening goes',
    'translation/landing_page.introduction_1':
      'At four the caretaker gives us the key, and six tables are pushed together below the big windows.',
    'translation/landing_page.introduction_2':
      'Somebody describes a town, somebody else asks who lives there, and before the tea is ready {{site}} has a story again.',
    'translation/landing_page.introduction_3':
      'You need no rules to begin. You say what you would do, and the dice say what it costs.',
    'translation/landing_page.introduction_rules': 'Read our house rules',
    'translation/landing_page.introduction_world': 'Meet the town',
    'translation/landing_page.place_halm': 'Old Library',
    'translation/landing_page.place_halm_text':
      'Where all stories begin, below the windows to the yard.',
    'translation/landing_page.place_glass': 'Mill Pond',
    'translation/landing_page.place_glass_text':
      'Frozen every winter, and every winter somebody walks across.',
    'translation/landing_page.place_harrow': 'Observatory',
    'translation/landing_page.place_harrow_text':
      'It has one telescope and eleven keys. The tenth opens nothing.',
    'translation/landing_page.latest_news_lead': 'From the notice board beside the staircase.',
    'translation/landing_page.what_to_do':
      'Read the rules, sign up for Thursday, and plan games with your table.',
    'translation/footer.funding':
      '{{site}} is a club of Birchwood School and its parents’ association.',
    'translation/contact.lead':
      'Questions about a Thursday? Write to the teachers who look after us.',
    'translation/glossary.lead': 'The town that we have invented since 2021, street by street.',
    'translation/rules.lead': 'Our house rules fit on two pages. The rest is what we agreed on.',
    'translation/login.lead': 'Welcome back. Your seat is by the window.',
    ...instead(
      'For parents',
      'What your children do on Thursdays, and why they come home late and cheerful.',
      'What we do',
      'Six tables, thirty pupils and two teachers who play as well.',
      'The club is free. What we need is bought by the parents’ association.',
    ),
    'translation/initiative.book_heading': 'House rules',
    'translation/initiative.book': 'Book of house rules',
    'mail/activation.subject': 'Your seat in the {{site}}',
  },
}

const tidewater: Community = {
  key: 'convention',
  name: 'Tidewater Con',
  shortName: 'Tidewater',
  claim: 'Three days of games by the sea',
  contact: 'crew@tidewater.example',
  mark: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#ff8a5c" d="M48 10l30 46H18z"/><path fill="#e6fbf7" d="M8 66q10-10 20 0t20 0 20 0 20 0v9q-10 10-20 0t-20 0-20 0-20 0z"/></svg>',
  colours: {
    light: {
      header: '#073b43',
      page: '#f3faf8',
      text: '#12292c',
      accent: '#ee7e54',
      warning: '#9c1c3d',
    },
    dark: {
      header: '#05272d',
      page: '#0b1f23',
      text: '#e8f6f3',
      accent: '#ff9d73',
      warning: '#ff93a5',
    },
  },
  tones: {
    sky: ['#0c5b63', '#ffb48a'],
    far: '#2f7f83',
    middle: '#0f4f57',
    near: '#073038',
    light: '#ffe3c4',
  },
  motifs: ['harbour', 'fair', 'table', 'hills'],
  texts: {
    'translation/landing_page.title': 'Forty tables, three days, one harbour',
    'translation/landing_page.lead':
      '{{site}} fills the old fish hall every May. Find a table, reserve a seat, and keep your evening for the boats.',
    'translation/landing_page.introduction_title': 'What is on',
    'translation/landing_page.introduction_1':
      'On Friday the hall opens at noon. Until Sunday there is always a table with a free seat and a person who explains.',
    'translation/landing_page.introduction_2':
      'Campaigns of {{site}} run over all three days; short games begin at every full hour.',
    'translation/landing_page.introduction_3':
      'Beginners have a table of their own beside the coffee, and nobody has to know anything.',
    'translation/landing_page.introduction_rules': 'Read the rules of the hall',
    'translation/landing_page.introduction_world': 'See who runs what',
    'translation/landing_page.place_halm': 'Fish hall',
    'translation/landing_page.place_halm_text':
      'Forty tables, a stage and the best soup of the coast.',
    'translation/landing_page.place_glass': 'Pier',
    'translation/landing_page.place_glass_text': 'Games for families, as long as it is light.',
    'translation/landing_page.place_harrow': 'Lighthouse',
    'translation/landing_page.place_harrow_text':
      'One table, six seats, and they are drawn by lot.',
    'translation/landing_page.latest_news_lead': 'From the crew, the hall and the harbour master.',
    'translation/landing_page.what_to_do':
      'Read the programme, sign up for events, and meet your table.',
    'translation/footer.funding':
      '{{site}} is run by volunteers. Whatever is left goes to the lifeboat.',
    'translation/login.lead': 'Welcome aboard. Your seats are in your account.',
    'translation/contact.lead': 'Questions about a table, a bed or a boat? Write to the crew.',
    'translation/glossary.lead': 'Who runs what, and where to find them in the hall.',
    'translation/rules.lead': 'How we treat each other, and how seats are given away.',
    ...instead(
      'First visit',
      'You have never been to a convention? Begin here.',
      'What to bring',
      'Nothing but an hour. Dice, pencils and soup are in the hall.',
      'The crew wears orange. Ask any of them for a table.',
    ),
    'translation/initiative.book_heading': 'Programme',
    'translation/initiative.book': 'Programme',
    'mail/activation.subject': 'Your place at {{site}}',
  },
}

const moth: Community = {
  key: 'studio',
  name: 'Paper Moth',
  shortName: 'Paper Moth',
  claim: 'Small books of large adventures',
  contact: 'hello@papermoth.example',
  mark: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="currentColor" d="M46 30C34 10 12 12 8 30c-3 16 10 26 34 26-14 4-18 22-6 28 8 3 12-10 12-20 0 10 4 23 12 20 12-6 8-24-6-28 24 0 37-10 34-26C84 12 62 10 50 30l4-16h-4l-2 12-2-12h-4z"/></svg>',
  colours: {
    light: {
      header: '#2d1b33',
      page: '#faf6f9',
      text: '#241a28',
      accent: '#c868a0',
      warning: '#9a2a1c',
    },
    dark: {
      header: '#1c1021',
      page: '#17111a',
      text: '#f4ecf3',
      accent: '#f09ac8',
      warning: '#ff9a86',
    },
  },
  tones: {
    sky: ['#3a2142', '#c98aa8'],
    far: '#6d4474',
    middle: '#4b2d54',
    near: '#26152c',
    light: '#f6d9e6',
  },
  motifs: ['shelves', 'hills', 'table', 'town'],
  texts: {
    'translation/landing_page.title': 'Adventures that fit into a coat pocket',
    'translation/landing_page.lead':
      '{{site}} makes four small books a year: each is a place, three secrets and an evening for five people.',
    'translation/landing_page.introduction_title': 'Where they come from',
    'translation/landing_page.introduction_1':
      'Every book begins as a game among friends. What nobody forgets a month later is written down.',
    'translation/landing_page.introduction_2':
      'Then twenty tables play it without us. What they changed is what {{site}} prints.',
    'translation/landing_page.introduction_3':
      'Errata, maps and handouts are here, for everybody, and stay here.',
    'translation/landing_page.introduction_rules': 'Read the rules for free',
    'translation/landing_page.introduction_world': 'Browse the places',
    'translation/landing_page.place_halm': 'The Long Shelf',
    'translation/landing_page.place_halm_text':
      'A library that grows at night, always towards the sea.',
    'translation/landing_page.place_glass': 'Gallows Orchard',
    'translation/landing_page.place_glass_text':
      'Nothing ever hung there but laundry. So they say.',
    'translation/landing_page.place_harrow': 'Room Eleven',
    'translation/landing_page.place_harrow_text': 'The hotel has ten. The guests never complain.',
    'translation/landing_page.latest_news_lead':
      'From the printer, the post office and the play tests.',
    'translation/landing_page.what_to_do':
      'Read the rules, join a play test, and plan games with your group.',
    'translation/footer.funding': '',
    'translation/login.lead': 'Welcome back. The kettle is on.',
    'translation/contact.lead': 'Lost a page, found a mistake? Write to us.',
    'translation/glossary.lead': 'Every place of our books, with what its readers have added.',
    'translation/rules.lead': 'One page of rules for all of our books.',
    ...instead(
      'Play tests',
      'Play a book before it is one.',
      'How it works',
      'You get the text, play it once, and tell us where it broke.',
      'Your names are in the printed book, in the order of the damage.',
    ),
    'translation/initiative.book_heading': 'The one page',
    'translation/initiative.book': 'The one page of rules',
    'mail/activation.subject': 'Your account at {{site}}',
  },
}

export const COMMUNITIES: readonly Community[] = [lanterns, tidewater, moth]
/** The one that tests rename a site to. */
export const CLUB = lanterns

/** The picture of a place. */
const pictureOf = ({ motifs, tones }: Community, slot: PictureSlot): Promise<Buffer> => {
  const at = PICTURE_SLOTS.indexOf(slot)
  return drawScene(motifs[at % motifs.length] ?? 'hills', tones, 40 + at)
}

const bookOf = ({ name }: Community): Buffer =>
  pdfOf(
    [
      [name, 'Say what you do.', 'Roll two dice when it may go wrong.'],
      ['At the table', 'One speaks, the others listen.', 'Everybody may stop a scene.'],
      ['Afterwards', 'Chairs back, windows shut, and a date for the next time.'],
    ].map((lines) => ({ content: linesOf(...lines) })),
  )

/** Privacy policy and imprint, in Markdown. */
const legalOf = ({ name, contact }: Community) => ({
  privacy: `# Privacy\n\n${name} keeps names, email addresses and what you write.\n`,
  imprint: `# Imprint\n\n${name}, ${contact}\n`,
})

/** The folder of the community for SITE_DIR (docs/site.md). */
export async function folderOf(community: Community): Promise<FolderFiles> {
  const { name, shortName, claim, contact, colours, texts } = community
  const legal = legalOf(community)
  const pictures: Record<string, Buffer> = {}
  for (const slot of PICTURE_SLOTS)
    pictures[`pictures/${slot}.jpg`] = await pictureOf(community, slot)
  const site = {
    name,
    short_name: shortName,
    claim,
    contact,
    mark: 'mark.svg',
    colours,
    pictures: Object.fromEntries(
      PICTURE_SLOTS.map((slot) => [slot, { file: `pictures/${slot}.jpg` }]),
    ),
    book: { pdf: 'book.pdf' },
  }
  return {
    // JSON is YAML.
    'site.yaml': JSON.stringify(site, null, 2),
    'texts.yaml': JSON.stringify(texts, null, 2),
    'mark.svg': community.mark,
    'book.pdf': bookOf(community),
    'privacy.md': legal.privacy,
    'imprint.md': legal.imprint,
    ...pictures,
  }
}
