import { screen, waitFor } from '@testing-library/react'
import { deskCalls } from '#contract/deskCalls.ts'
import { ActionButton } from '#desk/parts/ActionButton.tsx'
import { actionOf, useAction } from '#desk/parts/useAction.ts'
import { refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const { withdraw, restore } = deskCalls['download-files']
const WITHDRAW = 'POST /download-files/7/withdraw'
const RESTORE = 'POST /download-files/7/restore'

const Withdraw = ({ pathAfter }: { pathAfter?: string }) => {
  const { run } = useAction()
  const undo = actionOf(restore, { id: 7 }, 'Offered again.')
  const action = actionOf(withdraw, { id: 7 }, 'Withdrawn.', undo)
  return <ActionButton onClick={() => run({ ...action, pathAfter })}>Withdraw</ActionButton>
}
const button = () => screen.getByRole('button', { name: 'Withdraw' })

test('a double click performs an action once; its notice offers to undo it', async () => {
  const { user, calls } = renderInDesk(<Withdraw />, {
    responses: { [WITHDRAW]: {}, [RESTORE]: {} },
  })
  await user.dblClick(button())
  expect(await screen.findByText('Withdrawn.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Offered again.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(calls).toEqual(['GET /session', WITHDRAW, RESTORE])
})

test('a refused action and a refused undo are notices', async () => {
  const refusals = [refused(409, 'It is withdrawn already.'), {}]
  const responses = {
    [WITHDRAW]: () => refusals.shift(),
    [RESTORE]: refused(404, 'The file does not exist.'),
  }
  const { user } = renderInDesk(<Withdraw />, { responses })
  await user.click(button())
  expect(await screen.findByText('It is withdrawn already.')).toBeVisible()
  await user.click(button())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The file does not exist.')).toBeVisible()
  expectComplaint(/HttpError/)
})

test('an action that deletes the record of the page leads to the list', async () => {
  const { user, router } = renderInDesk(<Withdraw pathAfter="/groups" />, {
    responses: { [WITHDRAW]: {} },
  })
  await user.click(button())
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups'))
})
