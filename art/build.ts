/** `npm run build:art -- [fonts|pictures|rulebook|downloads|films] [names]`; without arguments it draws everything. */
import { buildDownloads } from './downloads/build.ts'
import { buildFilms } from './films/build.ts'
import { buildFonts } from './fonts/build.ts'
import { buildPictures } from './pictures/build.ts'
import { buildRulebook } from './rulebook/build.ts'

const builders = new Map<string, (names: string[]) => Promise<void>>([
  ['fonts', buildFonts],
  ['pictures', buildPictures],
  ['rulebook', buildRulebook],
  ['downloads', buildDownloads],
  ['films', buildFilms],
])

const [what, ...names] = process.argv.slice(2)
if (what !== undefined && !builders.has(what))
  throw new Error(`No builder "${what}": there are ${[...builders.keys()].join(', ')}.`)
for (const [name, build] of builders) if (what === undefined || what === name) await build(names)
