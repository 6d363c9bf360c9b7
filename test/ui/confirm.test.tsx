import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '#src/ui/Button.tsx'
import { QuestionHost } from '#src/ui/QuestionHost.tsx'
import { type Question, useConfirm } from '#src/ui/useConfirm.tsx'
import { NONE, WordsContext } from '#src/ui/words.ts'

type AskerProps = Partial<Question> & { name: string; onSettled: (isSure: boolean) => void }

function Asker({ name, onSettled, ...rest }: AskerProps) {
  const confirm = useConfirm()
  const question = { title: `Forget ${name}`, text: `Forget ${name} for good?`, ...rest }
  return (
    <Button onClick={async () => onSettled(await confirm(question))}>{`Forget ${name}`}</Button>
  )
}

type PageProps = Omit<AskerProps, 'name'> & { isThere?: boolean }

function Page({ onSettled, isThere = true, ...rest }: PageProps) {
  return (
    <WordsContext value={{ ...NONE, yes: 'Yes', no: 'No', close: 'Close dialog' }}>
      <QuestionHost>
        {isThere && <Asker name="Halm" onSettled={onSettled} {...rest} />}
        <Asker name="Wren" onSettled={onSettled} />
      </QuestionHost>
    </WordsContext>
  )
}

function open(props: Partial<Question> = {}) {
  const onSettled = jest.fn<void, [boolean]>()
  const { rerender } = render(<Page onSettled={onSettled} {...props} />)
  const removeAsker = () => rerender(<Page onSettled={onSettled} isThere={false} />)
  const user = userEvent.setup({ delay: null })
  const ask = async (name = 'Halm') => {
    // A pointer outside of an open question would close it.
    fireEvent.click(screen.getByRole('button', { name: `Forget ${name}`, hidden: true }))
    return within(await screen.findByRole('dialog', { name: `Forget ${name}` }))
  }
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  return { user, onSettled, ask, gone, removeAsker }
}

test.each([
  ['Yes', true],
  ['No', false],
  ['Close dialog', false],
])('%s settles it: %s', async (button, isSure) => {
  const { user, onSettled, ask, gone } = open()
  const question = await ask()
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Forget Halm for good?')
  await user.click(question.getByRole('button', { name: button }))
  await gone()
  expect(onSettled.mock.calls).toEqual([[isSure]])
})

test('the buttons have the words of the question', async () => {
  const { ask } = open({ yes: 'Forget it', no: 'Keep it' })
  const question = await ask()
  expect(question.getByRole('button', { name: 'Forget it' })).toBeVisible()
  expect(question.getByRole('button', { name: 'Keep it' })).toHaveFocus()
})

test('it stays open while its action runs once, then closes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const action = jest.fn(() => promise)
  const { user, onSettled, ask, gone } = open({ action })
  const yes = (await ask()).getByRole('button', { name: 'Yes' })
  await user.dblClick(yes)
  expect(yes).toHaveAttribute('aria-busy', 'true')
  expect(action).toHaveBeenCalledTimes(1)
  expect(onSettled).not.toHaveBeenCalled()
  resolve()
  await gone()
  expect(onSettled.mock.calls).toEqual([[true]])
})

test('it goes with what has asked, and means No', async () => {
  const { onSettled, ask, gone, removeAsker } = open()
  await ask()
  removeAsker()
  await gone()
  expect(onSettled.mock.calls).toEqual([[false]])
})

test('one over another leaves it alone, and a second one of the same asker takes its place', async () => {
  const { user, onSettled, ask, gone } = open()
  await ask()
  await ask()
  expect(onSettled.mock.calls).toEqual([[false]])
  const other = await ask('Wren')
  await user.click(other.getByRole('button', { name: 'Yes' }))
  expect(onSettled.mock.calls).toEqual([[false], [true]])
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await gone()
  expect(onSettled.mock.calls).toEqual([[false], [true], [true]])
})
