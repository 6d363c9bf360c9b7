import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { timeRange } from '#contract/timeRange.ts'
import { LoadingOverlay } from '#src/app/shell/Frame.tsx'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Late } from '#src/ui/Late.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Time, TimeSpan } from '#src/ui/Time.tsx'

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
  ['2024-06-01', '1 June 2024'],
  ['2024-12-31T23:30:00Z', '31 December 2024'],
])('%s is the %s', (value, words) => {
  render(<Time value={value} />)
  expect(screen.getByRole('time')).toHaveTextContent(words)
  expect(screen.getByRole('time')).toHaveAttribute('datetime', value)
})

test('a time span is one line with the zone named, marked by its start', () => {
  const [start, end] = ['2026-12-15T09:00:00Z', '2026-12-16T17:00:00Z']
  const range = timeRange(start, end, readerTimeZone())
  const { container, rerender } = render(<TimeSpan start={start} end={end} />)
  expect(container).toHaveTextContent(range ?? 'no range')
  expect(screen.getByRole('time')).toHaveAttribute('datetime', start)
  rerender(<TimeSpan start={start} />)
  expect(container).not.toHaveTextContent('–')
  rerender(<TimeSpan start="soon" end={end} />)
  expect(container).toBeEmptyDOMElement()
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
