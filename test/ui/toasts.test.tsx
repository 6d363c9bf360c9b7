import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Modal } from '#src/ui/Modal.tsx'
import { ToastCard, type ToastItem, ToastRegion } from '#src/ui/ToastRegion.tsx'

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
