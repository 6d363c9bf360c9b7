import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { useKeptFocus } from '#desk/frame/useKeptFocus.ts'

/** A page whose entries are removed by their buttons. */
const Page = ({ kind }: { kind: 'cards' | 'rows' }) => {
  useKeptFocus()
  const [left, setLeft] = useState(['Ash', 'Birch', 'Cedar'])
  const approve = (name: string) => (
    <button onClick={() => setLeft(left.filter((one) => one !== name))} type="button">
      Approve {name}
    </button>
  )
  return (
    <div id="root">
      <h1>Queue</h1>
      <main>
        {kind === 'rows' ? (
          <table>
            <tbody>
              {left.map((name) => (
                <tr key={name}>
                  <td>
                    <a href={`#${name}`}>{name}</a>
                  </td>
                  <td>{approve(name)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <div>
            <p>What waits</p>
            {left.map((name) => (
              <article key={name}>
                <h2>{name}</h2>
                {approve(name)}
              </article>
            ))}
          </div>
        )}
      </main>
    </div>
  )
}

const activate = async (name: string) => {
  screen.getByRole('button', { name: `Approve ${name}` }).focus()
  await userEvent.keyboard('{Enter}')
}

test('after a decision the focus goes to the next card, from the last one to the one before, then to the page', async () => {
  render(<Page kind="cards" />)
  await activate('Ash')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Birch' })).toHaveFocus())
  await activate('Cedar')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Birch' })).toHaveFocus())
  await activate('Birch')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Queue' })).toHaveFocus())
})

test('of a table the next row has the focus, at its first control', async () => {
  render(<Page kind="rows" />)
  await activate('Birch')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Cedar' })).toHaveFocus())
})

test('a focus that was given up does not come back', async () => {
  render(<Page kind="cards" />)
  const button = screen.getByRole('button', { name: 'Approve Ash' })
  button.focus()
  await userEvent.click(screen.getByText('What waits'))
  expect(document.body).toHaveFocus()
  // The row is removed without a click of the user.
  act(() => button.click())
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(document.body).toHaveFocus()
})
