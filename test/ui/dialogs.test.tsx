import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/ConfirmDialog.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'

type PageProps = { isStatic?: boolean; withField?: boolean }

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
  // jsdom does not support `inert`; the dialog hides the page from assistive technology at the same time.
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

type Found = { wanted?: boolean; isFocused?: boolean }

/** Both dialogs remove the row of the opener; the first one may open the second one before. */
function List({ isAskedTwice = false, found = {} }: { isAskedTwice?: boolean; found?: Found }) {
  const [question, setQuestion] = useState<1 | 2 | null>(null)
  const [isThere, setIsThere] = useState(true)
  const handleYes = () => {
    const isLast = question === 2 || !isAskedTwice
    setQuestion(isLast ? null : 2)
    setIsThere(!isLast)
  }
  const ask = (number: 1 | 2) => (
    <Modal
      open={question === number}
      onClose={() => setQuestion(null)}
      title={`Question ${number}`}
      closeLabel="Close dialog"
    >
      <Button onClick={handleYes}>Yes</Button>
    </Modal>
  )
  return (
    <section tabIndex={-1} aria-label="Storms">
      <Button>Elsewhere</Button>
      {isThere ? (
        <ul tabIndex={-1}>
          <Button onClick={() => setQuestion(1)}>Forget</Button>
        </ul>
      ) : (
        <Rest {...found} />
      )}
      {ask(1)}
      {ask(2)}
    </section>
  )
}
function Rest({ wanted, isFocused }: Found) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  return (
    <h3 ref={heading} tabIndex={-1} data-autofocus={wanted}>
      Nothing left
    </h3>
  )
}

describe('when an answer removes the opener, the focus', () => {
  async function sayYes(user: UserEvent, question: string) {
    const dialog = await screen.findByRole('dialog', { name: question })
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await act(async () => undefined)
  }
  async function open(list: ReactElement) {
    const user = userEvent.setup({ delay: null })
    render(list)
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
    await user.click(screen.getByRole('button', { name: 'Forget' }))
    return user
  }
  const heading = () => screen.getByRole('heading', { name: 'Nothing left' })

  test('goes to its region', async () => {
    await sayYes(await open(<List />), 'Question 1')
    expect(screen.getByRole('region', { name: 'Storms' })).toHaveFocus()
  })

  test('goes to what asks for it in the region', async () => {
    await sayYes(await open(<List found={{ wanted: true }} />), 'Question 1')
    expect(heading()).toHaveFocus()
  })

  test('stays where the page has moved it before the dialog was gone', async () => {
    await sayYes(await open(<List found={{ isFocused: true }} />), 'Question 1')
    expect(heading()).toHaveFocus()
  })

  test('goes to its region after a second question, too', async () => {
    const user = await open(<List isAskedTwice />)
    await sayYes(user, 'Question 1')
    await sayYes(user, 'Question 2')
    expect(screen.getByRole('region', { name: 'Storms' })).toHaveFocus()
  })
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

test('Escape that ends a composition leaves it open, in Safari too', async () => {
  const { user, dialog, opener } = await openDialog({ withField: true })
  const field = screen.getByRole('textbox', { name: 'Name' })
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(field, { key: 'Escape', ...composing })
  expect(dialog).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await expectClosed(opener)
})

test('on a touch device the focus moves in, too', async () => {
  const real = window.matchMedia
  const isTouch = (media: string) => media === '(pointer: coarse)'
  const touch = jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) =>
      Object.defineProperty(real(media), 'matches', { value: isTouch(media) }),
    )
  await openDialog({ withField: true })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  touch.mockRestore()
})

describe('a static dialog (ruling 29)', () => {
  const isBouncing = () => document.querySelector('[data-bouncing]') !== null

  const openFilled = async () => {
    const opened = await openDialog({ isStatic: true, withField: true })
    await opened.user.type(screen.getByRole('textbox', { name: 'Name' }), 'M')
    return opened
  }

  test('closes on Escape and the backdrop while nothing is filled in', async () => {
    const { user, opener } = await openDialog({ isStatic: true, withField: true })
    await user.keyboard('{Escape}')
    await expectClosed(opener)
    await user.click(opener)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'M')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(opener)
    await screen.findByRole('dialog')
    await user.click(backdrop() ?? document.body)
    await expectClosed(opener)
  })

  test('bounces for 100 ms on the backdrop instead of closing', async () => {
    const { user, dialog } = await openFilled()
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
    const { user, dialog } = await openFilled()
    await user.keyboard('{Escape}')
    expect(isBouncing()).toBe(true)
    await waitFor(() => expect(isBouncing()).toBe(false))
    expect(dialog).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  test('closes by its own controls', async () => {
    const { user, opener } = await openFilled()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await expectClosed(opener)
  })
})

function dialog(props: Partial<ConfirmDialogProps> = {}) {
  return (
    <ConfirmDialog
      title="Delete Entry"
      text={'Are you sure you want to delete "Halm"?'}
      yes="Yes"
      no="No"
      action={() => undefined}
      onClose={() => {}}
      {...props}
    />
  )
}

test('the question describes it, and the focus starts on No', async () => {
  render(dialog())
  expect(await screen.findByRole('dialog', { name: 'Delete Entry' })).toHaveAccessibleDescription(
    'Are you sure you want to delete "Halm"?',
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus())
})

test('No and Escape close it without the action', async () => {
  const user = userEvent.setup({ delay: null })
  const action = jest.fn(() => undefined)
  const handleClose = jest.fn()
  render(dialog({ action, onClose: handleClose }))
  await user.click(await screen.findByRole('button', { name: 'No' }))
  await user.keyboard('{Escape}')
  expect(handleClose).toHaveBeenCalledTimes(2)
  expect(action).not.toHaveBeenCalled()
})

test('Yes can be disabled until a choice is made', async () => {
  render(dialog({ isDisabled: true, more: <p>Choose a new owner.</p> }))
  expect(await screen.findByText('Choose a new owner.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDisabled()
})

function setUp() {
  render(
    <Tooltip text="Your entry is still under approval">
      {(describedBy) => (
        <button type="button" aria-describedby={describedBy}>
          (Pending)
        </button>
      )}
    </Tooltip>,
  )
  return {
    user: userEvent.setup({ delay: null }),
    element: screen.getByRole('button', { name: '(Pending)' }),
  }
}

test('the text describes its element at any time and is hidden at first', () => {
  const { element } = setUp()
  expect(element).toHaveAccessibleDescription('Your entry is still under approval')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('it shows while hovered, the tooltip itself included', async () => {
  const { user, element } = setUp()
  await user.hover(element)
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip).toHaveTextContent('Your entry is still under approval')
  await user.hover(tooltip)
  expect(screen.getByRole('tooltip')).toBeVisible()
  await user.unhover(tooltip)
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('it shows while focused', async () => {
  const { user } = setUp()
  await user.tab()
  expect(screen.getByRole('tooltip')).toBeVisible()
  await user.tab()
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('Escape hides it without moving pointer or focus', async () => {
  const { user, element } = setUp()
  await user.tab()
  await user.hover(element)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(element).toHaveFocus()
})
