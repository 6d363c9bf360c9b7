import { render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { useLocation } from 'react-router'
import { openHistory, PageRouter } from '#src/app/PageRouter.tsx'
import { setupStore } from '#src/store/store.ts'

const Place = () => <p>{useLocation().pathname}</p>
const open = (opened: ReturnType<typeof openHistory>) =>
  render(
    <Provider store={setupStore()}>
      <PageRouter opened={opened}>
        <Place />
      </PageRouter>
    </Provider>,
  )

afterEach(() => window.history.replaceState(null, '', '/'))

test('the page of the first URL is drawn', async () => {
  window.history.replaceState(null, '', '/first')
  open(openHistory())
  expect(await screen.findByText('/first')).toBeVisible()
})

test('a URL that changes before the router listens is followed', async () => {
  window.history.replaceState(null, '', '/first')
  const opened = openHistory()
  window.history.replaceState(null, '', '/second')
  open(opened)
  expect(await screen.findByText('/second')).toBeVisible()
})
