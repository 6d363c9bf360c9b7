import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CHECKS, type CheckRow } from '#contract/checklist.ts'
import { checklist, taskOf } from '#desk/checklist/ChecklistPage.tsx'
import { ChecklistCard } from '#desk/overview/Home.tsx'
import { refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const Page = checklist.list
const row = (name: CheckRow['name'], state: CheckRow['state']): CheckRow => ({
  name,
  state,
  place: name === 'legal' ? 'desk' : 'server',
  title: `Title ${name}`,
  text: `Text ${name}`,
})
const LIST = {
  checks: [row('url', 'ok'), row('mail', 'open'), row('legal', 'wrong'), row('clock', 'ok')],
  public_url: 'https://club.example',
  at: new Date().toISOString(),
  version: '0.6.0',
  changes: '<h3>0.6.0</h3><ul><li>Dice</li></ul>',
}
function open(list: object = {}, sent: unknown = { to: 'sue@example.org', failure: null }) {
  return renderInDesk(<Page />, {
    responses: { 'GET /checklist': { ...LIST, ...list }, 'POST /checklist/test-mail': sent },
  })
}

test('what is wrong comes first, then what is to do and by whom, then what is done', async () => {
  open()
  const rows = await screen.findAllByRole('listitem')
  expect(rows.slice(0, 4).map((one) => one.textContent)).toEqual([
    'WrongWrite privacy policy and imprintText legalWho can do it: you, at the deskOpen “Site”',
    expect.stringMatching(
      /^To doGet emails to .*Text mailWho can do it: the person who runs the server/,
    ),
    expect.stringMatching(/^DoneTitle urlText url/),
    expect.stringMatching(/^DoneTitle clockText clock/),
  ])
  expect(screen.getByRole('link', { name: 'Open “Site”' })).toHaveAttribute('href', '/site')
  expect(screen.getByText('Dice')).toBeInTheDocument()
})

test('a test email says whether it was accepted, and in whose words it was not', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send a test email to me' }))
  expect(await screen.findByText(/has accepted an email to sue@example\.org/)).toBeVisible()
})

test('a test email that fails shows the words of the mail server, or why it was not tried', async () => {
  const answers = [{ to: 'sue@example.org', failure: '535 wrong' }, refused(429, 'Wait a minute.')]
  const { user } = open({}, () => answers.shift())
  const button = await screen.findByRole('button', { name: 'Send a test email to me' })
  await user.click(button)
  expect(await screen.findByText(/sue@example\.org failed\. .* said: 535 wrong$/)).toBeVisible()
  await user.click(button)
  expect(await screen.findByText('Wait a minute.')).toBeVisible()
  expectComplaint(/HttpError/)
})

test('this browser opens the site, or does not', async () => {
  const { container } = open()
  await screen.findByText('Opening https://club.example in this browser …')
  const picture = within(container).getByAltText('')
  fireEvent.load(picture)
  expect(screen.getByText('This browser opens https://club.example.')).toBeVisible()
  fireEvent.error(picture)
  expect(screen.getByText(/^This browser can’t open https:\/\/club\.example\./)).toBeVisible()
})

test('clocks that differ by minutes are named', async () => {
  open({ at: new Date(Date.now() - 600_000).toISOString() })
  expect(await screen.findByText(/differ by 6\d\d seconds\./)).toBeVisible()
})

test('looks again', async () => {
  const { user, calls } = open()
  await screen.findByText('Title url')
  await user.click(await screen.findByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(calls.filter((call) => call === 'GET /checklist')).toHaveLength(2))
})

test('the overview names what is wrong with its text, what is to do, and nothing once all is done', async () => {
  const checks = [...LIST.checks, row('zone', 'open')]
  const { unmount } = renderInDesk(<ChecklistCard />, {
    responses: { 'GET /checklist': { checks } },
  })
  const { parentElement } = await screen.findByText('Before you’re done')
  expect(parentElement).toHaveTextContent(/imprintText legalStill to do:/)
  const tasks = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(tasks.slice(-2)).toEqual(['Get emails to your members', 'Choose the time zone'])
  // The version is never to do.
  const named = CHECKS.filter((name) => taskOf(row(name, 'open')) !== `Title ${name}`)
  expect(named).toEqual(CHECKS.filter((name) => name !== 'version'))
  unmount()
  const done = { 'GET /checklist': { checks: [row('url', 'ok')] } }
  const { calls } = renderInDesk(<ChecklistCard />, { responses: done })
  await waitFor(() => expect(calls).toEqual(['GET /checklist']))
  expect(screen.queryByText('Before you’re done')).not.toBeInTheDocument()
})
