import type { LabelName } from './places.ts'

/** Lines of the lettering: a name and what small letters below it say. */
type Lines = readonly [text: string, note?: string]

export type MapWords = {
  readonly title: string
  readonly titleSize: number
  readonly lead: string
  readonly scale: string
  readonly labels: Readonly<Record<LabelName, Lines>>
}

const english: MapWords = {
  title: 'The Broken Continent',
  titleSize: 32,
  lead: 'as walked, sailed and argued over, in 412 AF',
  scale: 'four days on foot, or two if you are not speaking to each other',
  labels: {
    halm: ['Halm', 'every tower its own law'],
    lanternfell: ['Lanternfell', 'keep to the road'],
    saltmere: ['Saltmere', 'ask for a cousin'],
    harrow: ['Mount Harrow', 'Old Patience, silent since 372'],
    stair: ['The Ashen Stair', 'not to scale, upwards'],
    orchard: ['The Split Orchard', 'two shadows at noon'],
    glass: ['The Sea of Glass', 'home before the second verse'],
    westPomarie: ['Near Pomarie'],
    eastPomarie: ['Near Pomarie'],
    vitrey: ['Vitrey, below'],
    hollow: ['Long Hollow'],
    mothRoad: ['the Moth Road'],
    college: ['Quiet College', 'please do not write this down'],
    chairs: ['The Far Chairs'],
    crumb: ['Crumb'],
    saltcellar: ['Saltcellar'],
    unpaid: ['Unpaid'],
    graceNote: ['Grace Note'],
  },
}

const german: MapWords = {
  title: 'Der zerbrochene Kontinent',
  titleSize: 27,
  lead: 'begangen, befahren und bestritten, 412 n. F.',
  scale: 'vier Tage zu Fuß, oder zwei, wenn ihr nicht miteinander redet',
  labels: {
    halm: ['Halm', 'jedem Turm sein Gesetz'],
    lanternfell: ['Lanternfell', 'bleib auf der Straße'],
    saltmere: ['Saltmere', 'frag nach einer Base'],
    harrow: ['Mount Harrow', 'die Alte Geduld, still seit 372'],
    stair: ['Aschentreppe', 'nach oben nicht maßstäblich'],
    orchard: ['Gespaltener Garten', 'zwei Schatten am Mittag'],
    glass: ['Glasmeer', 'heim vor der zweiten Strophe'],
    westPomarie: ['Nah-Pomarie'],
    eastPomarie: ['Nah-Pomarie'],
    vitrey: ['Vitrey, darunter'],
    hollow: ['Lange Mulde'],
    mothRoad: ['Mottenstraße'],
    college: ['Schweigekolleg', 'bitte nicht mitschreiben'],
    chairs: ['Ferne Stühle'],
    crumb: ['Krume'],
    saltcellar: ['Salzfass'],
    unpaid: ['Unbezahlt'],
    graceNote: ['Auftakt'],
  },
}

/** The lettering by the ending that the file of the map has before `.png`. */
export const mapWords: Readonly<Record<string, MapWords>> = { '': english, '.de': german }
