import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { timeRange } from '#shared/timeRange.ts'
import { LoadingOverlay } from '#src/app/Router.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { nameLanguage } from '#src/platform/page.ts'
import { hasTermSwitch, storeTermLinks } from '#src/platform/termLinks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Late } from '#src/ui/Late.tsx'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { Near, TIME, Time, Timed, TimeSpan } from '#src/ui/Time.tsx'
import { ToastCard, type ToastItem, ToastRegion } from '#src/ui/ToastRegion.tsx'
import '#test/helpers/screens/testI18n.ts'

test('an empty list says its sentence as a status, and the action is beside it', () => {
  render(
    <EmptyState
      message="You currently have no groups."
      hint="Make one."
      action={<Button>Create group</Button>}
    />,
  )
  expect(screen.getByRole('status')).toHaveTextContent(/^You currently have no groups\.$/)
  expect(screen.getByRole('button', { name: 'Create group' })).toBeInTheDocument()
})

test('an error is an alert with a second try', async () => {
  const user = userEvent.setup({ delay: null })
  const handleRetry = jest.fn()
  render(<ErrorState message="Not loaded." retryLabel="Try again" onRetry={handleRetry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Not loaded.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(handleRetry).toHaveBeenCalledTimes(1)
})

test('a late part that cannot be fetched leaves its place to what is there without it', async () => {
  const fetching = Promise.withResolvers<() => null>()
  const load = () => fetching.promise
  render(<Late load={load} failed={<p>Without it</p>} />)
  expect(screen.queryByText('Without it')).not.toBeInTheDocument()
  fetching.reject(new Error('no network'))
  expect(await screen.findByText('Without it')).toBeVisible()
})

test('the loading overlay is a status with its text as name (ruling 70)', () => {
  render(<LoadingOverlay text="Loading..." />)
  expect(screen.getByRole('status', { name: 'Loading...' })).toHaveTextContent('Loading...')
})

test('a skeleton is never announced and shows after 200 ms', () => {
  jest.useFakeTimers()
  const { container } = render(
    <Skeleton className="grid">
      <SkeletonBlock className="h-4" />
    </Skeleton>,
  )
  const outline = container.firstElementChild
  expect(outline).toHaveAttribute('aria-hidden', 'true')
  expect(outline).toHaveClass('invisible')
  act(() => jest.advanceTimersByTime(199))
  expect(outline).toHaveClass('invisible')
  act(() => jest.advanceTimersByTime(1))
  expect(outline).not.toHaveClass('invisible')
  jest.useRealTimers()
})

test.each([
  [`Open until ${TIME}.`, 'Open until Mon 4 May.'],
  ['Open until', 'Open until Mon 4 May'],
])('a time stands in its sentence, or behind words without a place for it: %j', (text, shown) => {
  jest.useFakeTimers({ now: Date.parse('2026-04-01') })
  const { container, rerender } = render(<Timed text={text} day="2026-05-04" />)
  expect(container).toHaveTextContent(shown)
  rerender(<Timed text="Not used yet" day={null} />)
  expect(container.textContent).toBe('Not used yet')
  jest.useRealTimers()
})

test.each([
  ['2024-06-01', 'Sat 1 Jun 2024'],
  ['2024-12-31T23:30:00Z', 'Tue 31 Dec 2024'],
])('%s is the %s', (value, words) => {
  render(<Time value={value} />)
  expect(screen.getByRole('time')).toHaveTextContent(words)
  expect(screen.getByRole('time')).toHaveAttribute('datetime', value)
})

test('a time span is one line, marked by its start, with year and zone where it is full', () => {
  const [start, end] = ['2026-12-15T09:00:00Z', '2026-12-16T17:00:00Z']
  const range = timeRange(start, end, readerTimeZone())
  const { container, rerender } = render(<TimeSpan start={start} end={end} />)
  expect(container).toHaveTextContent(range ?? 'no range')
  expect(screen.getByRole('time')).toHaveAttribute('datetime', start)
  rerender(<TimeSpan start={start} end={end} isFull />)
  const wording = { hasYear: true, hasZone: true }
  expect(container).toHaveTextContent(timeRange(start, end, readerTimeZone(), wording) ?? '')
  rerender(<TimeSpan start={start} />)
  expect(container).not.toHaveTextContent('–')
  rerender(<TimeSpan start="soon" end={end} />)
  expect(container).toBeEmptyDOMElement()
})

test('the present year is written only where it is asked for', () => {
  const year = new Date().getUTCFullYear()
  const { container, rerender } = render(<Time value={`${year}-06-01`} />)
  expect(container).toHaveTextContent(/^\w{3} 1 Jun$/)
  rerender(<Time value={`${year}-06-01`} hasYear />)
  expect(container).toHaveTextContent(new RegExp(`^\\w{3} 1 Jun ${year}$`))
})

test('how near a time is stands beside it within a week alone', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const { container, rerender } = render(<Near start={inDays(3)} />)
  expect(container).toHaveTextContent(/^· in 3 days$/)
  rerender(<Near start={inDays(3)} isAlone />)
  expect(container).toHaveTextContent(/^in 3 days$/)
  rerender(<Near start={inDays(9)} />)
  expect(container).toBeEmptyDOMElement()
})

test('the links of names can be switched off where a text has one, and on again everywhere', () => {
  const parts = { hrefOf: () => '/', useTerm: () => null, openLabel: 'Open' }
  const runs = ['The ', { text: 'mill', term: { kind: 'glossary' as const, id: 1 } }]
  const { unmount } = render(
    <LinkedText text="The mill" tree={[{ type: 'paragraph', runs }]} parts={parts} />,
    { wrapper: MemoryRouter },
  )
  expect(hasTermSwitch()).toBe(true)
  unmount()
  expect(hasTermSwitch()).toBe(false)
  storeTermLinks(false)
  expect(hasTermSwitch()).toBe(true)
  storeTermLinks(true)
})

test.each([null, undefined, '', 'soon', '2024-13-45'])(
  '%p is no date and gives nothing',
  (value) => {
    const { container } = render(<Time value={value} />)
    expect(container).toBeEmptyDOMElement()
  },
)

test('a blank line starts a paragraph, a single break stays in it', () => {
  const { container } = render(
    <Prose text={'\nOnce they dined.\nTogether.\r\n \r\n\n\nThen <b>they</b> quarrelled.\n'} />,
  )
  const paragraphs = Array.from(container.querySelectorAll('p'), (each) => each.textContent)
  expect(paragraphs).toEqual(['Once they dined.\nTogether.', 'Then <b>they</b> quarrelled.'])
})

const saved: ToastItem = { id: 'a', message: 'Saved.', tone: 'success', isVisible: true }
const failed: ToastItem = { id: 'b', message: 'Not saved.', tone: 'error', isVisible: true }

function region(toasts: ReadonlyArray<ToastItem>) {
  const handlers = { onDismiss: jest.fn(), onPause: jest.fn(), onResume: jest.fn() }
  render(<ToastRegion label="Notifications" place="top-centre" toasts={toasts} {...handlers} />)
  return { ...handlers, box: screen.getByRole('region', { name: 'Notifications' }) }
}

test('the region is there from the start, a child of body, and empty', () => {
  const { box } = region([])
  expect(box.parentElement).toBe(document.body)
  expect(box).toBeEmptyDOMElement()
})

test('a success is a status, an error an alert, and the whole card carries the role', () => {
  const { box } = region([saved, failed])
  const status = within(box).getByRole('status')
  expect(status).toHaveTextContent('Saved.')
  expect(within(box).getByRole('alert')).toHaveTextContent('Not saved.')
  expect(status.parentElement).toBe(box)
})

test('a click dismisses one toast and lets the clocks run on', async () => {
  const user = userEvent.setup({ delay: null })
  const { onDismiss, onResume } = region([saved, failed])
  await user.click(screen.getByText('Not saved.'))
  expect(onDismiss.mock.calls).toEqual([['b']])
  expect(onResume).toHaveBeenCalled()
})

test('the pointer over a toast and a window without focus stop the clocks', async () => {
  const user = userEvent.setup({ delay: null })
  const { onPause, onResume } = region([saved])
  await user.hover(screen.getByRole('status'))
  expect(onPause).toHaveBeenCalledTimes(1)
  await user.unhover(screen.getByRole('status'))
  expect(onResume).toHaveBeenCalledTimes(1)
  fireEvent.blur(window)
  expect(onPause).toHaveBeenCalledTimes(2)
  fireEvent.focus(window)
  expect(onResume).toHaveBeenCalledTimes(2)
})

test('a dialog leaves the region within reach, and a click on a toast neither closes it nor takes its focus (ruling 64)', async () => {
  const user = userEvent.setup({ delay: null })
  const handleClose = jest.fn()
  const { onDismiss, box } = region([failed])
  render(
    <Modal open onClose={handleClose} title="Delete Entry" closeLabel="Close dialog">
      Really?
    </Modal>,
  )
  await screen.findByRole('dialog')
  expect(box.closest('[aria-hidden="true"]')).toBeNull()
  await user.click(within(box).getByRole('alert'))
  expect(onDismiss).toHaveBeenCalledWith('b')
  expect(handleClose).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Close dialog' })).toHaveFocus()
})

describe('dragging', () => {
  const width = 200

  function card() {
    const handleDismiss = jest.fn()
    render(<ToastCard message="Saved." tone="success" onDismiss={handleDismiss} />)
    const element = screen.getByRole('status')
    Object.defineProperty(element, 'offsetWidth', { value: width })
    return { element, handleDismiss, user: userEvent.setup({ delay: null }) }
  }

  const holdAndMove = (target: HTMLElement, to: number) => [
    { keys: '[MouseLeft>]', target, coords: { clientX: 0 } },
    { target, coords: { clientX: to } },
  ]
  const letGo = (target: HTMLElement, at: number) => ({
    keys: '[/MouseLeft]',
    target,
    coords: { clientX: at },
  })

  test.each([0.81, -0.95])('to %d of its width dismisses', async (part) => {
    const { element, handleDismiss, user } = card()
    await user.pointer([...holdAndMove(element, part * width), letGo(element, part * width)])
    expect(handleDismiss).toHaveBeenCalledTimes(1)
  })

  test.each([0.1, 0.8, -0.79])('to %d of its width brings it back', async (part) => {
    const { element, handleDismiss, user } = card()
    await user.pointer(holdAndMove(element, part * width))
    expect(element.style.transform).toBe(`translateX(${part * width}px)`)
    await user.pointer(letGo(element, part * width))
    expect(handleDismiss).not.toHaveBeenCalled()
    expect(element.style.transform).toBe('')
  })

  test('a trembling finger still clicks', async () => {
    const { element, handleDismiss, user } = card()
    await user.pointer([...holdAndMove(element, 3), letGo(element, 3)])
    expect(handleDismiss).toHaveBeenCalledTimes(1)
  })

  test('a drag that the browser cancels brings it back for good', async () => {
    const { element, handleDismiss, user } = card()
    await user.pointer(holdAndMove(element, 190))
    fireEvent.pointerCancel(element)
    await user.pointer({ target: element, coords: { clientX: 195 } })
    expect(element.style.transform).toBe('')
    expect(handleDismiss).not.toHaveBeenCalled()
  })
})

type Id = 'groups' | 'invites' | 'details'

function Dashboard({ pending = 0 }: { pending?: number }) {
  const [selected, setSelected] = useState<Id>('groups')
  const badge = pending > 0 ? { count: pending, name: `Invites (${pending} pending)` } : undefined
  return (
    <Tabs<Id>
      label="Dashboard"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'groups', label: 'Groups', panel: <p>Your tables</p> },
        { id: 'invites', label: 'Invites', badge, panel: <p>Who asks you</p> },
        { id: 'details', label: 'Details', panel: <p>Your address</p> },
      ]}
    />
  )
}

test('tabs are named, one is selected, and its panel has its name', () => {
  render(<Dashboard />)
  expect(screen.getByRole('tablist', { name: 'Dashboard' })).toBeInTheDocument()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Groups',
    'Invites',
    'Details',
  ])
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('Groups')
  expect(screen.getByRole('tabpanel', { name: 'Groups' })).toHaveTextContent('Your tables')
})

test('a badge is part of the name and its digits are visible', () => {
  render(<Dashboard pending={2} />)
  expect(screen.getByRole('tab', { name: 'Invites (2 pending)' })).toHaveTextContent('2')
})

test('the arrows lead to the tab at their side, from right to left too', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Dashboard />)
  const selected = () => screen.getByRole('tab', { selected: true }).textContent
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(selected()).toBe('Invites')
  nameLanguage('ar')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toBe('Groups')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toBe('Details')
  await user.keyboard('{ArrowLeft}')
  expect(selected()).toBe('Groups')
  expect(screen.getByRole('tab', { selected: true })).toHaveFocus()
  nameLanguage('en')
})

test('a click selects', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Dashboard pending={2} />)
  await user.click(screen.getByRole('tab', { name: /^Invites/ }))
  expect(screen.getByRole('tabpanel', { name: 'Invites (2 pending)' })).toHaveTextContent(
    'Who asks you',
  )
  expect(screen.queryByText('Your tables')).not.toBeInTheDocument()
})

test('arrow keys, Home and End move, round the ends too', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Dashboard />)
  const selected = () => screen.getByRole('tab', { selected: true })
  await user.tab()
  expect(selected()).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(selected()).toHaveAccessibleName('Invites')
  expect(selected()).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(selected()).toHaveAccessibleName('Details')
  await user.keyboard('{Home}')
  expect(selected()).toHaveAccessibleName('Groups')
  await user.keyboard('{End}')
  expect(selected()).toHaveAccessibleName('Details')
})

function Entry({ level }: { level?: 3 }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      title="The Sea of Glass"
      level={level}
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      aside={<Button>Delete Entry</Button>}
    >
      <a href="/sea">A bay that froze in one night</a>
    </Collapse>
  )
}

test('the button is in its heading and opens by mouse and keyboard', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Entry level={3} />)
  const heading = screen.getByRole('heading', { level: 3, name: 'The Sea of Glass' })
  const button = screen.getByRole('button', { name: 'The Sea of Glass', expanded: false })
  expect(heading).toContainElement(button)
  expect(screen.queryByRole('link', { hidden: true })).not.toBeInTheDocument()

  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const link = screen.getByRole('link', { name: 'A bay that froze in one night' })
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(panel).toContainElement(link)

  await user.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(link).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

test('without a level there is no heading', () => {
  render(<Entry />)
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'The Sea of Glass' })).toBeInTheDocument()
})

test('what is beside it is usable while collapsed and not part of its name', () => {
  render(<Entry level={3} />)
  expect(screen.getByRole('button', { name: 'Delete Entry' })).toBeInTheDocument()
})
