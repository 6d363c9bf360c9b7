import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type KitPicture,
  PICTURE_SLOTS,
  SITE_PARTS,
  type SiteKit,
  type SiteState,
  type SiteText,
} from '#contract/siteKit.ts'
import { prepare } from '#server/compose/prepare.ts'
import { plainPicture, RING } from '#test/helpers/fixtures/kitFiles.ts'
import {
  removedFolders,
  rulebook,
  wholeSite,
  writeFiles,
} from '#test/helpers/fixtures/siteFolders.ts'
import { removedPlaces, runCommand } from '#test/helpers/server/places.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

/* Runs the steps of docs/site.md. */

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/site.md'), 'utf8')
const section = (title: string): string =>
  GUIDE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

deskTests('docs/site.md, at the desk on %s', {}, (server) => {
  let corvin: DeskCaller
  const value: SiteKit = {}
  const jpeg = () => plainPicture(700, 500).jpeg().toBuffer()
  const state = async (): Promise<SiteState> => (await corvin.get('/site')).json()
  const based = async () => {
    const { id, draft } = await state()
    return { base_id: id, draft_at: draft?.updated_at ?? null }
  }
  const kept = async () =>
    (await corvin.put('/site/draft', { ...(await based()), value })).json().problems
  const current = () => server.deps.kit.current()

  /** By the name of the step. */
  const steps: Record<string, () => Promise<void>> = {
    async Name() {
      Object.assign(value, {
        name: 'Dice & Dragons',
        short_name: 'Dice',
        claim: 'Games for everyone',
        contact: 'hello@dice.example',
      })
    },
    async Mark() {
      const upload = await corvin.upload('file', Buffer.from(RING), 'mark.svg')
      value.mark = (await corvin.post('/site/mark', { upload })).json()
    },
    async Colours() {
      const light = {
        header: '#14213d',
        page: '#fdf6e3',
        text: '#1c1c1c',
        accent: '#b17e42',
        warning: '#a4161a',
      }
      const dark = {
        header: '#0b1220',
        page: '#10131a',
        text: '#f2efe6',
        accent: '#f0b429',
        warning: '#ff8a80',
      }
      value.colours = { light, dark }
    },
    async Pictures() {
      const upload = await corvin.upload('file', await jpeg(), 'hall.jpg')
      const focus = { x: 0.2, y: 0.5 }
      const cut = await corvin.post('/site/pictures/default-news', { upload, focus })
      const picture: KitPicture = cut.json()
      expect(picture).toMatchObject({ width: 700, height: 500, focus })
      value.pictures = { 'default-news': picture }
    },
    async Parts() {
      value.hidden = { initiative: true, contact: true }
    },
    async Texts() {
      const texts: SiteText[] = (await corvin.get('/site/texts')).json()
      const own = (id: string, text: string) => {
        const was = texts.find((one) => one.id === id)?.text ?? ''
        return [id, { text, was }] as const
      }
      value.texts = Object.fromEntries([
        own('en/translation/login.title', 'Come in'),
        own('en/translation/footer.funding', ''),
      ])
    },
    async Book() {
      const pdf = await corvin.upload('file', rulebook(), 'rules.pdf')
      value.book = (await corvin.post('/site/book', { pdf, title: 'Rules' })).json()
      expect(value.book?.pages).toMatchObject([{ title: 'The rules' }])
    },
    async Legal() {
      value.legal = { privacy: '# Privacy', imprint: '# Imprint of Dice' }
    },
    async Preview() {
      expect(await kept()).toEqual([])
      const { token } = (await corvin.post('/site/preview-link')).json()
      expect([(await server.deps.kit.draft(token))?.name, current().name]).toEqual([
        'Dice & Dragons',
        'Discordia',
      ])
    },
    async Save() {
      const saved = await corvin.post('/site', { ...(await based()), value })
      expect(saved.statusCode).toBe(200)
      expect(current()).toMatchObject({ name: 'Dice & Dragons', shortName: 'Dice' })
      expect(current().facts?.hidden).toEqual(['initiative', 'contact'])
      expect((await server.app.inject('/legal.html')).body).toContain('Imprint of Dice')
    },
    async Undo() {
      const base_id = (await state()).id
      await corvin.post('/site', { ...(await based()), value: { name: 'A slip' } })
      const { states } = await state()
      const earlier = states.find((one) => one.id === base_id)?.value
      expect((await corvin.post('/site', { ...(await based()), value: earlier })).statusCode).toBe(
        200,
      )
      expect(current().value).toEqual(value)
    },
  }

  beforeAll(async () => {
    corvin = await server.staff('Corvin', 'superuser')
  })

  test('has these steps', () => {
    const named = section('At the desk').matchAll(/^\d+\. \*\*(.+?)\.\*\*/gm)
    expect([...named].map(([, name]) => name)).toEqual(Object.keys(steps))
  })

  // Each step builds on those before.
  test.each(Object.entries(steps))('%s does what it says', (_name, step) => step())
})

describe('docs/site.md, in a folder', () => {
  const newFolder = removedFolders()
  const newPlace = removedPlaces()
  const text = section('In a folder')
  /** Blocks of code, each with the last file of the folder that the text before it names. */
  const blocks = [...text.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(
    ([, kind, code = ''], index) => {
      const before = text.split('```')[index * 2] ?? ''
      return {
        kind,
        code: code.trim(),
        file: [...before.matchAll(/`my-site\/([\w.]+)`/g)].at(-1)?.[1],
      }
    },
  )

  let env: Record<string, string>
  let folder: string
  let files: Parameters<typeof writeFiles>[1]
  const kits: SiteKit[] = []
  beforeAll(async () => {
    env = (await newPlace('sqlite')).env
    await (await prepare(env)).close()
    folder = join(newFolder(), 'my-site')
    const whole = await wholeSite()
    files = {
      'mark.svg': RING,
      'hall.jpg': whole['pictures/hall.jpg'] ?? '',
      'table.jpg': await plainPicture(640, 480).jpeg().toBuffer(),
      'rulebook.pdf': rulebook(),
      'privacy.md': '# Privacy',
      'imprint.md': '# Imprint',
    }
  })

  async function look(given: Record<string, string>) {
    const { deps, report, close } = await prepare(given)
    expect(report.warnings).toEqual([])
    kits.push(deps.kit.current().value)
    await close()
  }
  /** Runs a command of `npm run admin`. */
  const admin = (line: string) => async () => {
    const argv = line.replace('my-site', folder).split(' ')
    expect(await runCommand(env, argv)).toMatchObject({ code: 0 })
  }
  const commands: Readonly<Record<string, () => Promise<void>>> = {
    'npm run admin -- site export my-site': admin('site export my-site'),
    'npm run admin -- site import my-site': async () => {
      await admin('site import my-site')()
      await look(env)
    },
    'SITE_DIR=my-site npm start': async () =>
      look({ ...(await newPlace('sqlite')).env, SITE_DIR: folder }),
  }

  test('has these commands and files', () => {
    const ran = blocks.filter(({ kind }) => kind !== 'yaml').map(({ code }) => code)
    expect(ran.filter((code) => /npm|SITE_DIR/.test(code))).toEqual(Object.keys(commands))
    expect(blocks.map(({ file, kind }) => kind && file).filter(Boolean)).toEqual([
      'site.yaml',
      'texts.yaml',
      'book.yaml',
    ])
  })

  // Each command works on the files of the blocks before.
  test.each(blocks.map((block, at) => [`block ${at + 1}`, block] as const))(
    '%s does what it says',
    async (_name, { kind, code, file }) => {
      if (kind === 'yaml') writeFiles(folder, { ...files, [file ?? '']: code })
      else await commands[code]?.()
    },
  )

  test('a start takes in what the command does', () => {
    const [taken, started] = kits
    // Names of stored files are random.
    const named = (kit: unknown) => JSON.stringify(kit).replace(/[0-9a-f]{32}/g, '')
    expect(named(started)).toBe(named(taken))
    expect(taken).toMatchObject({
      name: 'Dice & Dragons',
      book: { pages: [{ title: 'How to play', text: 'Roll two dice.\nAdd them.\n' }] },
      texts: { 'en/translation/footer.funding': { text: '' } },
      legal: { imprint: '# Imprint' },
      hidden: { initiative: true, videos: true },
    })
  })
})

test('docs/site.md names every place of a picture, and every part that can be hidden', () => {
  for (const name of [...PICTURE_SLOTS, ...SITE_PARTS])
    expect(section('Fields')).toContain(`\`${name}\``)
})
