import type { SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'

const TITLE = 'translation/login.title'

deskTests(
  'the kit of a site in German and English on %s',
  { env: { LANGUAGES: 'de,en' } },
  (server) => {
    let corvin: DeskCaller
    beforeEach(async () => {
      await server.empty()
      corvin = await server.staff('Corvin', 'superuser')
    })
    const save = (value: SiteKit) => corvin.post('/site', { base_id: 0, draft_at: null, value })
    const kit = () => server.deps.kit.current()

    test('lists its texts in both, those of the main language first, beside the defaults of this one', async () => {
      const texts: SiteText[] = (await corvin.get('/site/texts')).json()
      const titles = texts.filter(({ id }) => id.endsWith(`/${TITLE}`))
      expect(titles.map(({ id, text }) => [id, text])).toEqual([
        [`de/${TITLE}`, 'Anmelden'],
        [`en/${TITLE}`, 'Login'],
      ])
      const funding = texts.filter(({ id }) => id.endsWith('/footer.funding'))
      expect(funding.map(({ may_be_empty }) => may_be_empty)).toEqual([true, true])
      const { defaults }: SiteState = (await corvin.get('/site')).json()
      expect(defaults.claim).toBe('Eine Welt fürs Rollenspiel am Tisch')
    })

    test('takes other words in one language, and leaves the other as it is', async () => {
      const texts = { [`de/${TITLE}`]: { text: 'Herein bei {{site}}', was: 'Anmelden' } }
      const legal_in = { en: { imprint: '# Us' } }
      expect((await save({ texts, legal_in })).statusCode).toBe(200)
      expect(
        ['de', 'en'].map((language) => kit().in(language).texts.translation.login.title),
      ).toEqual(['Herein bei Discordia', 'Login'])
      expect(kit().value.legal_in).toEqual(legal_in)
    })

    test('shows a draft in each of them', async () => {
      const value = { texts: { [`en/${TITLE}`]: { text: 'Come in', was: 'Login' } } }
      await corvin.ask('PUT', '/site/draft', { base_id: 0, draft_at: null, value })
      const { token } = (await corvin.post('/site/preview-link')).json()
      const draft = await server.deps.kit.draft(token)
      expect(
        ['de', 'en'].map((language) => draft?.in(language).texts.translation.login.title),
      ).toEqual(['Anmelden', 'Come in'])
    })

    test.each([
      ['translation/dashboard.greeting', 'Hallo', '{{username}}'],
      ['translation/navbar.brand', 'X', 'Dieser Text lässt sich nicht ändern.'],
    ])('checks %s in each of them', async (name, text, detail) => {
      for (const language of ['de', 'en']) {
        const refused = await save({ texts: { [`${language}/${name}`]: { text, was: '' } } })
        expect(refused.json().errors).toEqual([
          expect.objectContaining({
            attr: `texts.${language}/${name}`,
            detail: expect.stringContaining(detail),
          }),
        ])
      }
    })
  },
)
