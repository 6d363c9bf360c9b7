import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Our name of a subject -> the icon's name in the game-icons set (CC BY 3.0). */
const gameIcons: Readonly<Record<string, string>> = {
  person: 'cowled',
  place: 'medieval-village-01',
  castle: 'castle',
  creature: 'wolf-head',
  artefact: 'gem-pendant',
  faction: 'knight-banner',
  event: 'hourglass',
  plant: 'sprout',
  custom: 'drama-masks',
  dice: 'd10',
  combat: 'crossed-swords',
  magic: 'echo-ripples',
  travel: 'boot-prints',
  social: 'discussion',
  equipment: 'backpack',
  harm: 'bandaged',
  heal: 'healing',
  exploration: 'spyglass',
  bell: 'ringing-bell',
  boat: 'sailboat',
  moth: 'butterfly',
  eel: 'eel',
  goat: 'goat',
  apple: 'shiny-apple',
  seeds: 'apple-seeds',
  scroll: 'scroll-unfurled',
  book: 'rule-book',
  scales: 'scales',
  door: 'doorway',
  bridge: 'rope-bridge',
  lantern: 'old-lantern',
  map: 'treasure-map',
  // A type of the glossary names its icon as the set does.
  ...Object.fromEntries(
    [
      'cowled',
      'medieval-village-01',
      'shiny-apple',
      'vertical-banner',
      'hourglass',
      'round-table',
      'herbs-bundle',
    ].map((name) => [name, name]),
  ),
}

type IconSet = { icons: Record<string, { body: string }> }

function isIconSet(value: unknown): value is IconSet {
  return typeof value === 'object' && value !== null && 'icons' in value
}

/** Writes the chosen icons and their credit into `folder`. Fails when the set no longer has one of them. */
export async function writeGameIcons(folder: string): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
  const set: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!isIconSet(set)) throw new Error('The game-icons set has an unknown shape')
  await mkdir(folder, { recursive: true })
  const rows: string[] = []
  for (const [name, source] of Object.entries(gameIcons)) {
    const body = set.icons[source]?.body
    const paths = [...(body ?? '').matchAll(/ d="([^"]+)"/g)].map((match) => match[1])
    if (paths.length === 0) throw new Error(`The game-icons set has no icon ${source}`)
    await writeFile(
      path.join(folder, `${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" fill="currentColor"><path d="${paths.join('')}"/></svg>`,
    )
    rows.push(`| ${name}.svg | ${source} |`)
  }
  const credit = [
    '# Credits',
    '',
    'The icons in this folder come from https://game-icons.net (Lorc, Delapouite and contributors), through `@iconify-json/game-icons`.',
    'Licence: Creative Commons Attribution 3.0, https://creativecommons.org/licenses/by/3.0/. Only the file names and the fill were changed.',
    '',
    '| File | Icon |',
    '|---|---|',
    ...rows,
    '',
  ]
  await writeFile(path.join(folder, 'CREDITS.md'), credit.join('\n'))
}
