import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type KitPicture,
  PICTURE_SLOTS,
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

  test('every step does what it says', async () => {
    corvin = await server.staff('Corvin', 'superuser')
    const names = [...section('At the desk').matchAll(/^\d+\. \*\*(.+?)\.\*\*/gm)].map(
      ([, name = '']) => name,
    )
    expect(names).toEqual(Object.keys(steps))
    for (const name of names) await steps[name]?.()
  })
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

  test('every command and every file does what it says', async () => {
    const { env } = await newPlace('sqlite')
    await (await prepare(env)).close()
    const folder = join(newFolder(), 'my-site')
    const ran: string[] = []
    const kits: SiteKit[] = []
    const look = async (given = env) => {
      const { deps, report, close } = await prepare(given)
      expect(report.warnings).toEqual([])
      kits.push(deps.kit.current().value)
      await close()
    }
    const whole = await wholeSite()
    const files = {
      'mark.svg': RING,
      'hall.jpg': whole['pictures/hall.jpg'] ?? '',
      'table.jpg': await plainPicture(640, 480).jpeg().toBuffer(),
      'rulebook.pdf': rulebook(),
      'privacy.md': '# Privacy',
      'imprint.md': '# Imprint',
    }
    for (const { kind, code, file } of blocks) {
      if (kind === 'yaml') {
        writeFiles(folder, { ...files, [file ?? '']: code })
        continue
      }
      const argv = /^npm run admin -- (.*)$/.exec(code)?.[1]
      ran.push(code)
      if (argv !== undefined) {
        const done = await runCommand(env, argv.replace('my-site', folder).split(' '))
        expect(done).toMatchObject({ code: 0 })
        if (argv.startsWith('site import')) await look()
      } else if (code === 'SITE_DIR=my-site npm start') {
        const place = await newPlace('sqlite')
        await look({ ...place.env, SITE_DIR: folder })
      }
    }
    expect(ran).toEqual([
      'npm run admin -- site export my-site',
      'npm run admin -- site import my-site',
      'SITE_DIR=my-site npm start',
    ])
    expect(blocks.map(({ file, kind }) => kind && file).filter(Boolean)).toEqual([
      'site.yaml',
      'texts.yaml',
      'book.yaml',
    ])
    const [taken, started] = kits
    // Names of stored files are random.
    const named = (kit: unknown) => JSON.stringify(kit).replace(/[0-9a-f]{32}/g, '')
    expect(named(started)).toBe(named(taken))
    expect(taken).toMatchObject({
      name: 'Dice & Dragons',
      book: { pages: [{ title: 'How to play', text: 'Roll two dice.\nAdd them.\n' }] },
      texts: { 'en/translation/footer.funding': { text: '' } },
      legal: { imprint: '# Imprint' },
    })
  })
})

test('docs/site.md names every place of a picture', () => {
  for (const slot of PICTURE_SLOTS) expect(section('Fields')).toContain(`\`${slot}\``)
})
