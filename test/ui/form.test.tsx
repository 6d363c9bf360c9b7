import { readdirSync, readFileSync } from 'node:fs'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { emptyIn, Form, type Refusal, useForm } from '#src/ui/form/Form.tsx'
import { filled, isEmail } from '#src/ui/form/rules.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { later } from '#test/helpers/screens/fakeApi.ts'

type Values = { name: string; first: string; second: string }
type Send = (values: Values) => Promise<Refusal<Values> | undefined>

const problemsIn = ({ name, first, second }: Values) => ({
  ...(name === 'x' && { name: 'Too short.' }),
  ...(first !== second && { second: 'Not the same.' }),
})
const NONE = { name: '', first: '', second: '' }

function Example({ send, initial = NONE }: { send: Send; initial?: Values }) {
  const form = useForm({
    initial,
    rules: problemsIn,
    pairs: { second: 'first' },
    incomplete: 'Fill in all.',
    say: (text) => text,
  })
  const handleSubmit = async (values: Values) => {
    const refusal = await send(values)
    if (!refusal) form.clear(values)
    return refusal
  }
  return (
    <Form form={form} aria-label="Example" onSubmit={handleSubmit}>
      <FormError {...form.error} />
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('first')} label="First" />
      <TextField {...form.field('second')} label="Second" />
      <Button type="submit" busy={form.isBusy}>
        Send
      </Button>
    </Form>
  )
}

function open(send: Send, initial?: Values) {
  render(
    <StrictMode>
      <Example send={send} initial={initial} />
    </StrictMode>,
  )
  return userEvent.setup({ delay: null })
}
const field = (name: string) => screen.getByRole('textbox', { name })
const submit = () => screen.getByRole('button', { name: 'Send' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const GOOD = { name: 'Wren', first: 'a', second: 'a' }

test('nothing is said before the first attempt; then all of it, and the first wrong field has the focus', async () => {
  const send = jest.fn<ReturnType<Send>, [Values]>()
  const user = open(send, { name: 'x', first: '', second: 'b' })
  expect(alerts()).toEqual([])
  expect(document.body).toHaveFocus()
  await user.click(submit())
  expect(alerts()).toEqual(['Fill in all.', 'Too short.', 'Not the same.'])
  expect(field('First')).toHaveAccessibleDescription('Fill in all.')
  expect(field('Name')).toHaveFocus()
  expect(send).not.toHaveBeenCalled()
})

test('an error ends when its field changes, or the one that it is about as well', async () => {
  const user = open(jest.fn(), { name: 'x', first: '', second: 'b' })
  await user.click(submit())
  await user.type(field('Name'), 'y')
  expect(alerts()).toEqual(['Fill in all.', 'Not the same.'])
  await user.type(field('First'), 'c')
  expect(alerts()).toEqual([])
})

test('a second attempt moves the focus again', async () => {
  const user = open(jest.fn(), { ...GOOD, name: 'x' })
  await user.click(submit())
  await user.click(field('Second'))
  await user.click(submit())
  expect(field('Name')).toHaveFocus()
})

test('what the server says is at its field for as long as it has the refused value', async () => {
  const user = open(async () => ({ fields: { first: 'Taken.' }, form: 'Refused.' }), GOOD)
  await user.click(submit())
  expect(alerts()).toEqual(['Refused.', 'Taken.'])
  expect(field('First')).toHaveFocus()
  await user.keyboard('b')
  expect(alerts()).toEqual(['Refused.'])
})

test('a form is sent once at a time, and keeps what is typed during the call', async () => {
  const response = later<Refusal<Values> | undefined>()
  const send = jest.fn(() => response.promise)
  const user = open(send)
  await user.type(field('Name'), 'Wren')
  for (const each of ['First', 'Second']) await user.type(field(each), 'a')
  await user.click(submit())
  expect(submit()).toHaveAttribute('aria-busy', 'true')
  await user.type(field('Name'), ' II{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  await act(async () => response.resolve(undefined))
  expect(submit()).not.toHaveAttribute('aria-busy')
  expect(field('Name')).toHaveValue('Wren II')
  expect(field('First')).toHaveValue('')
})

function Native({ onSend }: { onSend: (values: { message: string }) => void }) {
  const form = useForm({ initial: { message: '' } })
  return (
    <Form form={form} isNative onSubmit={async (values) => void onSend(values)}>
      <TextField name="message" label="Message" required />
      <Button type="submit">Send</Button>
    </Form>
  )
}

test('in the native mode the browser validates, and the values are read from the fields', async () => {
  const send = jest.fn()
  render(<Native onSend={send} />)
  const user = userEvent.setup({ delay: null })
  const form = field('Message').closest('form')
  expect(form).not.toHaveAttribute('novalidate')
  expect(form).toHaveAttribute('method', 'dialog')
  await user.click(submit())
  expect(send).not.toHaveBeenCalled()
  await user.type(field('Message'), 'Bells')
  await user.click(submit())
  expect(send.mock.calls).toEqual([[{ message: 'Bells' }]])
})

test('rules: an e-mail address, empty fields, fields that must be filled in', () => {
  expect(isEmail(' wren@example.org ')).toBe(true)
  expect(emptyIn({ name: ' ', age: 3, note: 'x' })).toEqual(['name'])
  const problems = filled({ name: 'Name?', note: 'Note?' })
  expect(problems({ name: ' ', note: 'x' })).toEqual({ name: 'Name?' })
})

test('the site has no other form', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const own = files.filter(
    (file) =>
      file.endsWith('.tsx') && /<form\b|noValidate/.test(readFileSync(`src/${file}`, 'utf8')),
  )
  expect(own.map((file) => file.replaceAll('\\', '/'))).toEqual(['ui/form/Form.tsx'])
})
