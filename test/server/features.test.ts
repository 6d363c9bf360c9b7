import { FEATURES } from '#contract/sets.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const NAMED = { env: { PUBLIC_URL: 'https://discordia.example' } }

serverTests('the announcement of additions on %s (behaviour 12.2)', NAMED, (server) => {
  beforeEach(() => server.empty())

  test('the profile names each that may call by itself, once', async () => {
    const { auth } = await server.addUser('Mara')
    const profile = await server.app.inject({ url: '/api/users/profile/', headers: auth })
    expect(profile.json().features.toSorted()).toEqual(FEATURES.toSorted())
  })

  test('the head of every page names those that wait for a click', () => {
    const { everyPage } = describedSite(server.deps)
    const [, content = ''] =
      /<meta name="features" content="([\w ]*)">/.exec(everyPage(server.deps.kit.current())) ?? []
    // Only a built site has the worker.
    const names = content.split(' ').filter((name) => name !== 'offline')
    expect(names.toSorted()).toEqual([
      'entry_lookup',
      'feeds',
      'formatting',
      'invite_look',
      'list_link',
      'passkey_login',
      'resend_activation',
      'search',
      'term_links',
      'text_pictures',
    ])
  })
})
