import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '#src/ui/Button.tsx'
import type { Question } from '#src/ui/ConfirmDialog.tsx'
import { QuestionHost } from '#src/ui/QuestionHost.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { NONE, WordsContext } from '#src/ui/words.ts'

type AskerProps = Partial<Question> & Pick<Question, 'action'> & { name: string }

function Asker({ name, ...rest }: AskerProps) {
  const confirm = useConfirm()
  const question = { title: `Forget ${name}`, text: `Forget ${name} for good?`, ...rest }
  return <Button onClick={() => confirm(question)}>{`Forget ${name}`}</Button>
}

type PageProps = Omit<AskerProps, 'name'> & { isThere?: boolean }

function Page({ isThere = true, ...rest }: PageProps) {
  return (
    <WordsContext value={{ ...NONE, yes: 'Yes', no: 'No', close: 'Close dialog' }}>
      <QuestionHost>
        {isThere && <Asker name="Halm" {...rest} />}
        <Asker name="Wren" action={rest.action} />
      </QuestionHost>
    </WordsContext>
  )
}

function open(props: Partial<Question> = {}) {
  const action = jest.fn(props.action ?? (() => undefined))
  const { rerender } = render(<Page {...props} action={action} />)
  const removeAsker = () => rerender(<Page action={action} isThere={false} />)
  const user = userEvent.setup({ delay: null })
  const ask = async (name = 'Halm') => {
    // A pointer outside of an open question would close it.
    fireEvent.click(screen.getByRole('button', { name: `Forget ${name}`, hidden: true }))
    return within(await screen.findByRole('dialog', { name: `Forget ${name}` }))
  }
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  return { user, action, ask, gone, removeAsker }
}

test.each([
  ['Yes', 1],
  ['No', 0],
  ['Close dialog', 0],
])('%s closes it, with %d actions', async (button, times) => {
  const { user, action, ask, gone } = open()
  const question = await ask()
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Forget Halm for good?')
  await user.click(question.getByRole('button', { name: button }))
  await gone()
  expect(action).toHaveBeenCalledTimes(times)
})

test('the buttons have the words of the question', async () => {
  const { ask } = open({ yes: 'Forget it', no: 'Keep it' })
  const question = await ask()
  expect(question.getByRole('button', { name: 'Forget it' })).toBeVisible()
  expect(question.getByRole('button', { name: 'Keep it' })).toHaveFocus()
})

test('it stays open while its action runs once, then closes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, action, ask, gone } = open({ action: () => promise })
  const yes = (await ask()).getByRole('button', { name: 'Yes' })
  await user.dblClick(yes)
  expect(yes).toHaveAttribute('aria-busy', 'true')
  expect(action).toHaveBeenCalledTimes(1)
  resolve()
  await gone()
})

test('it stays for another attempt after an action that ends with false', async () => {
  const { user, action, ask } = open({ action: async () => false })
  const yes = (await ask()).getByRole('button', { name: 'Yes' })
  await user.click(yes)
  await waitFor(() => expect(yes).not.toHaveAttribute('aria-busy'))
  await user.click(yes)
  expect(action).toHaveBeenCalledTimes(2)
})

test('it goes with what has asked, and means No', async () => {
  const { action, ask, gone, removeAsker } = open()
  await ask()
  removeAsker()
  await gone()
  expect(action).not.toHaveBeenCalled()
})

test('one over another leaves it alone, and a second one of the same asker takes its place', async () => {
  const { user, action, ask, gone } = open()
  await ask()
  await ask()
  const other = await ask('Wren')
  await user.click(other.getByRole('button', { name: 'Yes' }))
  expect(action).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await gone()
  expect(action).toHaveBeenCalledTimes(2)
})
