import Database from 'better-sqlite3'
import { failWith, noted } from '#test/helpers/browser/apiEdge.ts'
import { logIn } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

const THANKS = "Thanks for reaching out! We'll get back to you as soon as possible."
const SEND_FORM = '/v1.0/email/send-form'
const FIELDS = ['Name', 'Email', 'Subject', 'Message'] as const

describe('the contact form', () => {
  const built = builtSite()
  const form = () => built.page.getByRole('form', { name: 'Contact', exact: true })
  const field = (name: string) => form().getByRole('textbox', { name, exact: true })
  const send = () => form().getByRole('button', { name: 'Send', exact: true })
  const thanks = () => built.page.getByRole('status').getByText(THANKS, { exact: true })

  const inDatabase = <T>(act: (db: Database.Database) => T): T => {
    const db = new Database(`${built.site.dataDir}/discordia.sqlite`)
    const result = act(db)
    db.close()
    return result
  }
  const stored = (subject: string) =>
    inDatabase((db) =>
      db
        .prepare('select name, email, subject, message from contact_messages where subject = ?')
        .all(subject),
    )
  const open = async () => {
    await built.page.goto('/discordia/')
    await form().waitFor()
  }
  const letter = (subject: string, email = 'wanda@example.org') => ({
    Name: 'Wanda',
    Email: email,
    Subject: subject,
    Message: 'Is there a free chair in Halm?\nOr two?',
  })
  const write = async (texts: ReturnType<typeof letter>) => {
    await open()
    for (const name of FIELDS) await field(name).fill(texts[name])
  }
  /** The requests that have left for the mail service. */
  const watchSent = () => {
    const sent: Record<string, string>[] = []
    built.page.on('request', (request) => {
      if (!request.url().includes('send-form')) return
      const body = request.postDataBuffer()?.toString() ?? ''
      const parts = body.matchAll(/name="([^"]*)"\r\n\r\n([\s\S]*?)\r\n--/g)
      sent.push({
        ':call': `${request.method()} ${new URL(request.url()).pathname}`,
        ':type': request.headers()['content-type']?.split(';')[0] ?? '',
        ...Object.fromEntries([...parts].map(([, name, value]) => [name, value])),
      })
    })
    return sent
  }

  describe('Landing page (behaviour 2)', () => {
    test('a contact form, shown only when logged out', async () => {
      await open()
      const names = await form()
        .getByRole('textbox')
        .evaluateAll((fields) =>
          fields.map((each) => (each as HTMLInputElement).labels?.[0]?.textContent),
        )
      expect(names).toEqual([...FIELDS])
      await logIn(built.page, 'mira@discordia.example')
      await built.page.getByRole('region', { name: 'Latest News' }).waitFor()
      expect(await form().count()).toBe(0)
      await built.page.getByRole('link', { name: 'Logout' }).press('Enter')
      await built.page.waitForURL('**/auth/login')
      await built.page.getByRole('link', { name: 'Discordia', exact: true }).click()
      await form().waitFor()
    })
  })

  describe('Contact form (behaviour 4, 5, 7, 9; ruling 42, 52)', () => {
    test('name, email, subject and message are required, by the browser’s own validation alone', async () => {
      const sent = watchSent()
      const texts = letter('All of it')
      await open()
      for (const missing of FIELDS) {
        await send().click()
        const asked = await built.page.evaluate(() => {
          const { name, validity } = document.activeElement as HTMLInputElement
          return { name, isMissing: validity?.valueMissing }
        })
        expect(asked).toEqual({ name: missing.toLowerCase(), isMissing: true })
        await field(missing).fill(texts[missing])
      }
      expect(await form().getByRole('alert').count()).toBe(0)
      expect(await form().evaluate((each) => (each as HTMLFormElement).noValidate)).toBe(false)
      await send().click()
      await thanks().waitFor()
      expect(sent).toHaveLength(1)
    })

    test('the email is of email type: what is no address is refused by the browser', async () => {
      const sent = watchSent()
      await write(letter('An address', 'no address'))
      await send().click()
      const refused = await field('Email').evaluate((each) => {
        const { type, validity } = each as HTMLInputElement
        return [type, validity.typeMismatch, each === document.activeElement]
      })
      expect(refused).toEqual(['email', true, true])
      await field('Email').fill('wanda@example.org')
      await send().click()
      await thanks().waitFor()
      expect(sent.map(({ email }) => email)).toEqual(['wanda@example.org'])
    })

    test('text inputs are capped at 400 characters; the message is not', async () => {
      await open()
      const caps = FIELDS.map((name) => field(name).getAttribute('maxlength'))
      expect(await Promise.all(caps)).toEqual(['400', '400', '400', null])
    })

    test('POST /api/v1.0/email/send-form takes form data with what the email service needs', async () => {
      const sent = watchSent()
      await write(letter('What is sent'))
      await send().click()
      await thanks().waitFor()
      expect(sent).toEqual([
        {
          ':call': 'POST /api/v1.0/email/send-form',
          ':type': 'multipart/form-data',
          name: 'Wanda',
          email: 'wanda@example.org',
          subject: 'What is sent',
          message: 'Is there a free chair in Halm?\r\nOr two?',
          lib_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
          service_id: expect.stringMatching(/./),
          template_id: expect.stringMatching(/./),
          user_id: expect.stringMatching(/./),
        },
      ])
    })

    test('after a successful send it shows the thanks in place of the form; loaded again, the form', async () => {
      await write(letter('Two states'))
      expect(await thanks().count()).toBe(0)
      await send().click()
      await thanks().waitFor()
      expect(await form().count()).toBe(0)
      await built.page.reload()
      await form().waitFor()
      expect(await thanks().count()).toBe(0)
      expect(await field('Message').inputValue()).toBe('')
    })

    test('a message is stored and mailed to the organisation; a double click sends one', async () => {
      await write(letter('A seat'))
      await send().dblclick()
      await thanks().waitFor()
      const mail = await built.site.mailTo('contact@discordia.example', /A seat/)
      expect(mail).toMatch(/Reply-To: wanda@example.org/i)
      expect(mail).toContain('free chair')
      expect(stored('A seat')).toEqual([
        {
          name: 'Wanda',
          email: 'wanda@example.org',
          subject: 'A seat',
          message: 'Is there a free chair in Halm?\nOr two?',
        },
      ])
    })
  })

  describe('A contact send failure is logged only, with no user feedback (behaviour 8)', () => {
    /** Still the form with every letter in it, and nobody says anything. */
    const expectSilence = async (texts: ReturnType<typeof letter>) => {
      await send().and(built.page.locator(':not([aria-busy])')).waitFor()
      for (const name of FIELDS) expect(await field(name).inputValue()).toBe(texts[name])
      expect(await built.page.getByRole('alert').count()).toBe(0)
      const words = await built.page.getByRole('status').allTextContents()
      expect(words.join('')).toBe('')
    }

    test.each([
      ['unavailable for a headless browser', 451],
      ['forbidden', 403],
      ['too many requests', 429],
      ['an error of the server', 500],
      ['no answer at all', null],
    ])('%s (%p): what was typed stays, and sending again works', async (_what, status) => {
      const texts = letter(`Again after ${status}`)
      await write(texts)
      await failWith(built.page, SEND_FORM, status)
      await Promise.all([noted(built.page, /^sendMessage failed/), send().click()])
      await expectSilence(texts)
      expect(stored(texts.Subject)).toEqual([])
      await built.page.unroute(`**/api${SEND_FORM}`)
      await send().click()
      await thanks().waitFor()
      expect(stored(texts.Subject)).toHaveLength(1)
    })

    test('the server itself answers 403 to a blocked sender, and keeps nothing of the message', async () => {
      inDatabase((db) =>
        db.prepare("insert into blocked_senders values ('@noise.example', 'Advertising', 0)").run(),
      )
      const texts = letter('Cheap dice', 'bot@noise.example')
      await write(texts)
      const [answer] = await Promise.all([
        built.page.waitForResponse(`**/api${SEND_FORM}`),
        noted(built.page, /^sendMessage failed: 403$/),
        send().click(),
      ])
      expect(answer.status()).toBe(403)
      await expectSilence(texts)
      expect(stored('Cheap dice')).toEqual([])
    })
  })
})
