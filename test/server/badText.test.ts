import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { makePasswords } from '#server/http/passwords.ts'
import { renderMail } from '#server/mail/renderMail.ts'
import { format as rulesFormat } from '#server/modules/rules/transfer.ts'
import { isPrintable, isStorable } from '#server/text/keys.ts'
import { defaultKit } from '#server/text/kit.ts'
import { checkArea } from '#server/transfer/transfer.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { logIn, member, PASSWORD } from '#test/helpers/server/accounts.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

const BAD = [
  0x00, 0x01, 0x07, 0x08, 0x0b, 0x0c, 0x0e, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xfdd0, 0xfffe,
  0xffff, 0xd800,
].map((code) => String.fromCharCode(code))
const named = BAD.map((sign) => [`U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`, sign])

const env = { CONTACT_TO: 'desk@example.org' }

deskTests('texts that feeds and mails cannot carry on %s', { env }, (server) => {
  let root: DeskCaller
  let player: TestUser
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
    player = await server.addUser('Player')
  })

  const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
    server.app.inject({ method, url: `/api${path}`, payload, headers: player.auth })

  test.each(named)('%s is refused on the site and at the desk', async (_name, sign) => {
    const text = `a${sign}b`
    const form = new FormData()
    for (const name of ['name', 'subject', 'message']) form.append(name, text)
    form.append('email', 'a@example.org')
    const responses = [
      await send('POST', '/rpggroups/create/', { name: text }),
      await send('POST', '/users/name-change-request/-', { new_name: 'New', reason: text }),
      await send('POST', '/glossary/entries/1/sub-entries/', {
        sub_entries: [{ title: 'A', content: text, glossary_entry: 1 }],
      }),
      await root.post('/contents', {
        kind: 'news',
        title: 'A',
        short_description: 'B',
        description: text,
      }),
    ]
    for (const response of responses)
      expect([response.statusCode, response.json().errors[0].code]).toEqual([400, 'bad_text'])
  })

  test('in a file, text that JSON cannot carry refuses the file, other bad text its row', async () => {
    const send = (signs: readonly string[]) =>
      root.transfer('rules', {
        format: 'discordia-rules',
        version: 1,
        categories: signs.map((sign, at) => ({ key: `a${at}`, name: `a${sign}b` })),
      })
    const carried = BAD.filter(isStorable)
    const file = await send(carried)
    expect([file.statusCode, file.json().errors]).toEqual([
      400,
      carried.map((_, at) =>
        expect.objectContaining({ code: 'bad_row', attr: `categories[${at}] "a${at}".name` }),
      ),
    ])
    for (const sign of BAD.filter((one) => !isStorable(one)))
      expect((await send([sign])).json()).toMatchObject({ errors: [{ code: 'bad_text' }] })
  })

  test('tabs and line breaks are kept in multi-line texts and refused in single lines', async () => {
    const reason = 'One\tcolumn\r\nTwo\n\nThree'
    const response = await send('POST', '/users/name-change-request/-', { new_name: 'New', reason })
    expect([response.statusCode, response.json().reason]).toEqual([201, reason])
    for (const name of ['two\nlines', 'two\rlines']) {
      const refused = await send('POST', '/rpggroups/create/', { name })
      expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
        400,
        { code: 'invalid', attr: 'name' },
      ])
    }
  })

  test('an old password with such characters still works', async () => {
    await member(server, 'old@example.org', 'Old')
    const old = `${PASSWORD}\u0001`
    await server.update(
      'users',
      { email_key: 'old@example.org' },
      { password_hash: await makePasswords().hash(old) },
    )
    expect((await logIn(server, 'old@example.org', old)).statusCode).toBe(200)
  })

  test('the Atom feed and the calendar leave them out of existing rows', async () => {
    // PostgreSQL never accepted U+0000 and lone surrogates.
    const texts = `A ${BAD.filter((sign) => sign !== '\0' && sign.isWellFormed()).join('')} B`
    const over = { title: texts, short_description: texts, description: texts }
    await addNews(server, over)
    await addEvent(server, { ...over, location: texts })
    server.deps.responseCache.clear('contents')
    const get = async (path: string) => (await server.app.inject(`/api/contents/${path}`)).body
    const atom = await get('news.atom')
    expect(isPrintable(atom)).toBe(true)
    expect(XMLValidator.validate(atom)).toBe(true)
    expect(new XMLParser().parse(atom).feed.entry.title).toBe('A  B')
    const calendar = await get('events.ics')
    expect(isPrintable(calendar)).toBe(true)
    const [event] = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('summary')).toBe('A  B')
    expect(event?.getFirstPropertyValue('location')).toBe('A  B')
  })

  test('the subject of a mail is one line without them', () => {
    const mail = renderMail(defaultKit(), 'content_news', {
      to: 'a@example.org',
      values: { title: `A${BAD.join('')}\r\nBcc: b@example.org`, description: 'Be\u0001cause' },
    })
    expect(isPrintable(mail.subject)).toBe(true)
    expect(mail.subject).toContain('A\ufffd Bcc: b@example.org')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect([isPrintable(mail.text), isPrintable(mail.html)]).toEqual([true, true])
  })

  test('an import names the row that has one', async () => {
    const file = {
      format: 'discordia-rules',
      version: 1,
      categories: [{ key: 'a', name: 'Good' }],
      entries: [
        {
          key: 'b',
          kind: 'basic',
          title: 'Title',
          category: 'a',
          sections: [{ title: 'Section', content: 'a\u001bb' }],
        },
      ],
    }
    const actor = { id: null, username: 'command line' }
    const path = join(server.deps.settings.dataDir, 'rules.json')
    writeFileSync(path, JSON.stringify(file))
    const from = { path, name: 'rules.json', mapping: {} }
    const job = { ...from, area: 'rules', actor, importer: root.user.id } as const
    expect((await checkArea(server.deps, rulesFormat, job)).problems).toEqual([
      {
        place: expect.stringMatching(/^entries\[0\].*sections\[0\]\.content$/),
        problem: 'This text contains characters that we can’t store. Remove them and try again.',
      },
    ])
  })
})
