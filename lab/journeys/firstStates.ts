import { button, type Role } from '../../test/helpers/browser/walkStates.ts'

/** The dashboard of a member without groups, entries and seats. */
export const newcomer: Role = {
  who: 'a newcomer',
  member: 'Sam',
  states: [
    {
      name: 'first steps',
      path: '/discordia/dashboard',
      reach: (page) => page.getByRole('region', { name: 'First steps' }).waitFor(),
    },
    {
      name: 'time zone and emails',
      async reach(page) {
        await button(page, 'Time zone and emails').click()
        await button(page, 'Save').waitFor()
      },
    },
    {
      name: 'open list of the languages of emails',
      path: '/discordia/dashboard?tab=settings&section=emails',
      // Room below, so that the list partly covers no target, which axe would report as too small.
      height: 2400,
      async reach(page) {
        await button(page, /^Language of emails/).click()
        await page.getByRole('option', { name: 'Deutsch' }).waitFor()
      },
    },
    {
      name: 'form of an entry, by its link',
      path: '/discordia/dashboard',
      async reach(page) {
        await page.getByRole('link', { name: /^Write your first entry/ }).click()
        await page.getByRole('dialog', { name: 'Create New Glossary Item' }).waitFor()
      },
    },
  ],
}
