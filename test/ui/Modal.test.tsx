import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type PageProps = { isStatic?: boolean; withField?: boolean }

/** The text goes the moment the dialog is closed, as that of a fetched item would. */
function Page({ isStatic, withField }: PageProps) {
  const [text, setText] = useState<string | null>(null)
  const close = () => setText(null)
  return (
    <>
      <Button onClick={() => setText('It has been silent for forty years.')}>Read more</Button>
      <Modal
        open={text !== null}
        onClose={close}
        title="Old Patience"
        closeLabel="Close dialog"
        isStatic={isStatic}
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>{text}</p>
        {withField && <TextField label="Name" data-autofocus />}
      </Modal>
    </>
  )
}

async function openDialog(props: PageProps = {}) {
  const user = userEvent.setup({ delay: null })
  render(<Page {...props} />)
  const opener = screen.getByRole('button', { name: 'Read more' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Old Patience' })
  await screen.findByText('It has been silent for forty years.')
  return { user, dialog, opener }
}

const backdrop = () => document.querySelector('[data-headlessui-portal] [aria-hidden="true"].fixed')

async function expectClosed(opener: HTMLElement) {
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(opener).toHaveFocus()
}

test('it is modal, named by an h2, and the page behind neither scrolls nor reacts', async () => {
  const { dialog, opener } = await openDialog()
  expect(dialog).toHaveAttribute('aria-modal', 'true')
  expect(screen.getByRole('heading', { level: 2, name: 'Old Patience' })).toBeInTheDocument()
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' })
  // jsdom knows no inert; the dialog hides the page from assistive technology in the same breath.
  expect(opener.closest('[aria-hidden="true"]')).not.toBeNull()
})

test('the focus moves in: to the close button, or to the field that asks for it', async () => {
  const first = await openDialog()
  expect(screen.getByRole('button', { name: 'Close dialog' })).toHaveFocus()
  await first.user.keyboard('{Escape}')
  await expectClosed(first.opener)
})

test('a field can ask for the first focus', async () => {
  await openDialog({ withField: true })
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('Tab stays within', async () => {
  const { user } = await openDialog()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close dialog' })).toHaveFocus()
})

test.each(['Close dialog', 'Close'])('"%s" closes it and gives the focus back', async (name) => {
  const { user, opener } = await openDialog()
  await user.click(screen.getByRole('button', { name }))
  await expectClosed(opener)
})

test('Escape and the backdrop close it', async () => {
  const { user, opener } = await openDialog()
  await user.keyboard('{Escape}')
  await expectClosed(opener)
  await user.click(opener)
  await screen.findByRole('dialog')
  await user.click(backdrop() ?? document.body)
  await expectClosed(opener)
})

test('while it fades out it still shows what it showed', async () => {
  const { user, opener } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByText('It has been silent for forty years.')).toBeInTheDocument()
  await expectClosed(opener)
})

describe('a static dialog (ruling 29)', () => {
  const isBouncing = () => document.querySelector('[data-bouncing]') !== null

  test('bounces for 100 ms on the backdrop instead of closing', async () => {
    const { user, dialog } = await openDialog({ isStatic: true })
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
    const quick = userEvent.setup({ advanceTimers: jest.advanceTimersByTime, delay: null })
    await quick.click(backdrop() ?? document.body)
    expect(isBouncing()).toBe(true)
    act(() => jest.advanceTimersByTime(99))
    expect(isBouncing()).toBe(true)
    act(() => jest.advanceTimersByTime(1))
    expect(isBouncing()).toBe(false)
    expect(dialog).toBeInTheDocument()
    jest.useRealTimers()
    await user.click(screen.getByRole('button', { name: 'Close dialog' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })

  test('bounces on Escape too and leaves the focus where it was', async () => {
    const { user, dialog } = await openDialog({ isStatic: true, withField: true })
    await user.keyboard('{Escape}')
    expect(isBouncing()).toBe(true)
    await waitFor(() => expect(isBouncing()).toBe(false))
    expect(dialog).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  test('closes by its own controls', async () => {
    const { user, opener } = await openDialog({ isStatic: true })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await expectClosed(opener)
  })
})
