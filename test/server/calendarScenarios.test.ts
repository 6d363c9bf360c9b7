import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import {
  documented,
  type Files,
  inWords,
  play,
  rangeOf,
  SCENARIOS,
  type Scenario,
} from '#test/helpers/server/calendarScenarios.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const withoutFree = (text: string) => text.replaceAll(' (free)', '')

serverTests('a calendar program on %s', (server) => {
  const shownBy = (scenario: Scenario, ...files: readonly string[]) => {
    const { from, to } = rangeOf(scenario)
    return inWords(
      calendarProgram()
        .open(...files)
        .shown(from, to),
      scenario,
    )
  }
  const bothOf = ({ mails, feed }: Files) => [...mails, feed]

  test.each(Object.entries(SCENARIOS))('shows each date once: %s', async (name, scenario) => {
    const { before, after } = await play(server, scenario)
    const shown = (...files: readonly string[]) => shownBy(scenario, ...files)
    const row = { before: shown(before.feed), after: shown(after.feed) }
    // A feed is read as a whole, and mails one after another.
    expect(row).toEqual(documented()[name])
    expect(shown(...before.mails)).toBe(scenario.mailedBefore ?? row.before)
    expect(shown(...before.mails, ...after.mails)).toBe(withoutFree(row.after))
    expect(shown(...bothOf(before))).toBe(row.before)
    expect(shown(...bothOf(before), ...bothOf(after))).toBe(row.after)
    // The feed is fetched before the mail is read.
    expect(shown(before.feed, ...before.mails, after.feed, ...after.mails)).toBe(row.after)
  })

  test('has a scenario for each row of the document', () => {
    expect(Object.keys(documented())).toEqual(Object.keys(SCENARIOS))
  })
})
