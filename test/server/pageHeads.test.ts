import { routes, urlOf } from '#src/app/routes.ts'
import { describedSite } from '#test/helpers/server/describedSite.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('the head of a public page', { engines: ['sqlite'] }, (server) => {
  const listed = routes.filter((route) => !route.path.includes(':') && !('requiresLogin' in route))

  test.each(listed.map(urlOf))('%s has a title and a description of its own', async (path) => {
    const url = { path, query: new URLSearchParams(), language: 'en' }
    const head = await describedSite(server.deps).headOf(url)
    expect(head).toMatchObject({ status: 200 })
  })
})
