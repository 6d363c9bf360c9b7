import { act, screen, waitFor, within } from '@testing-library/react'
import { Screen as NewsPage } from '#src/features/content/NewsPage.tsx'
import { aContentItem, anEvent, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('The dialog of an article', () => {
  const bells = aContentItem({ id: id(1), title: 'The bells of Harrow' })
  const glass = anEvent({ id: id(2), title: 'A night on the Sea of Glass' })

  const open = (
    answers: Parameters<typeof fakeApi>[0] = {},
    state?: ReturnType<typeof asMember>,
  ) => {
    const api = fakeApi({
      listNews: [bells],
      listEvents: [glass],
      getNews: { ...bells, news_date: bells.date, description: 'Told at length.' },
      getEvent: { ...glass, event_date: glass.date, location: 'Halm, third tower' },
      ...answers,
    })
    return {
      api,
      ...renderWithStore(<NewsPage />, { at: '/discordia/news&events/', ...(state && { state }) }),
    }
  }
  const readMore = async (title: string) => {
    const card = await screen.findByRole('article', { name: title })
    return within(card).getByRole('button', { name: 'Read more' })
  }

  describe('Read more', () => {
    it('opens a dialog with type, title, date, description and picture', async () => {
      const { user, api } = open({
        getNews: { ...bells, description: 'Told at length.', background_image: '/api/files/b.jpg' },
      })
      await user.click(await readMore(bells.title))
      const shown = await dialog(bells.title)
      expect(shown.getByRole('heading', { level: 2, name: bells.title })).toBeVisible()
      expect(shown.getByText('News')).toBeVisible()
      expect(shown.getByText('Sat 4 May 2024')).toBeVisible()
      expect(shown.getByText('Told at length.')).toBeVisible()
      const picture = shown.getByRole('presentation')
      expect(picture).toHaveAttribute('src', '/api/files/b.jpg')
      expect(api.calls('getNews')).toMatchObject([{ path: '/contents/get/1' }])
      expect(api.calls('getEvent')).toEqual([])
    })

    it('fetches an event by the call for events', async () => {
      const { user, api } = open()
      await user.click(await readMore(glass.title))
      const shown = await dialog(glass.title)
      expect(shown.getByText('Event')).toBeVisible()
      expect(shown.getByText('Halm, third tower')).toBeVisible()
      expect(shown.getByText(/4 May 2024/)).toBeVisible()
      expect(api.calls('getEvent')).toMatchObject([{ path: '/contents/getEvent/2' }])
      expect(api.calls('getNews')).toEqual([])
    })

    it('opens after the detail has come, not before', async () => {
      const answer = later<unknown>()
      const { user } = open({ getNews: () => answer.promise })
      await user.click(await readMore(bells.title))
      expect(await readMore(bells.title)).toHaveAttribute('aria-busy', 'true')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      answer.resolve(bells)
      await dialog(bells.title)
      expect(await screen.findByText('Nobody pulled the rope.')).toBeVisible()
    })

    it.each([
      ['is refused', () => refusal(404)],
      ['fails', () => refusal(500)],
      ['does not arrive', noNetwork],
    ])('opens with the data of the list when the detail %s', async (_how, failure) => {
      const { user } = open({ getNews: failure, getEvent: failure })
      for (const [{ title }, call] of [
        [bells, 'getNews'],
        [glass, 'getEvent'],
      ] as const) {
        await user.click(await readMore(title))
        const shown = await dialog(title)
        expect(shown.getByText('Nobody pulled the rope.')).toBeVisible()
        expect(screen.queryByRole('alert')).not.toBeInTheDocument()
        expect(console.info).toHaveBeenCalledWith(expect.stringMatching(`^${call} failed`))
        await user.click(shown.getByRole('button', { name: 'Close' }))
        await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      }
    })

    it.each([
      [bells, null, '/images/default-news-960.webp'],
      [glass, 'javascript:alert(1)', '/images/default-event-960.webp'],
    ])(
      'has a default picture of its type without one (%#)',
      async (item, background_image, src) => {
        const detail = { ...item, background_image }
        const { user } = open({ getNews: detail, getEvent: detail })
        await user.click(await readMore(item.title))
        const shown = await dialog(item.title)
        expect(shown.getByRole('presentation')).toHaveAttribute('src', src)
      },
    )

    it('shows the item that was requested last', async () => {
      const slow = later<unknown>()
      const { user } = open({ getNews: () => slow.promise })
      await user.click(await readMore(bells.title))
      await user.click(await readMore(glass.title))
      await dialog(glass.title)
      await act(async () => slow.resolve(bells))
      expect(screen.getByRole('dialog')).toHaveAccessibleName(glass.title)
    })

    it('links to the page of the item', async () => {
      const { user } = open()
      await user.click(await readMore(bells.title))
      const link = (await dialog(bells.title)).getByRole('link', { name: 'Open as a page' })
      expect(link).toHaveAttribute('href', '/discordia/news/1')
    })
  })

  describe('The dialog', () => {
    it.each(['Close', 'Close dialog'])('closes by its button %s', async (name) => {
      const { user } = open()
      await user.click(await readMore(bells.title))
      await user.click((await dialog(bells.title)).getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(await readMore(bells.title)).toHaveFocus()
    })

    it('closes on Escape and gives the focus back', async () => {
      const { user } = open()
      await user.click(await readMore(bells.title))
      await dialog(bells.title)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(await readMore(bells.title)).toHaveFocus()
    })

    it('closes on a click outside it', async () => {
      const { user } = open()
      await user.click(await readMore(bells.title))
      await dialog(bells.title)
      await user.click(document.body)
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    })

    it('fetches the detail again when it is reopened', async () => {
      const { user, api } = open()
      await user.click(await readMore(bells.title))
      await user.click((await dialog(bells.title)).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      await user.click(await readMore(bells.title))
      await dialog(bells.title)
      expect(api.calls('getNews')).toHaveLength(2)
    })
  })

  describe('An event with seats', () => {
    const closes_at = '2030-05-04T10:00:00.000Z'
    const seated = { ...glass, registration: { seats: 12, closes_at } }
    const seats = { ...seated.registration, left: 3, waiting: 0, waiting_max: 5, is_open: true }
    const openSeated = async (getRegistration: object, state?: ReturnType<typeof asMember>) => {
      const page = open(
        { getEvent: seated, getRegistration, signUp: getRegistration, getProfile: refusal(500) },
        state,
      )
      await page.user.click(await readMore(glass.title))
      const shown = await dialog(glass.title)
      const section = within(await shown.findByRole('region', { name: 'Registration' }))
      return { ...page, shown, section }
    }

    it('has them and “Sign up” in its foot, and the questions in its text', async () => {
      const questions = [{ text: 'A character?', is_required: true }]
      const { user, api, shown, section } = await openSeated(
        { ...seats, questions, mine: null },
        asMember(),
      )
      const button = await shown.findByRole('button', { name: 'Sign up' })
      expect(section.queryByRole('button')).not.toBeInTheDocument()
      expect(shown.getAllByText('3 of 12 seats are free.')).toHaveLength(2)
      await user.click(button)
      const question = section.getByRole('textbox', { name: /A character/ })
      expect(question).toHaveFocus()
      await user.type(question, 'Wren')
      await user.click(button)
      await waitFor(() =>
        expect(api.calls('signUp')).toMatchObject([{ body: { answers: ['Wren'] } }]),
      )
    })

    it('leads a visitor to the login from its foot', async () => {
      const { shown, section } = await openSeated({ ...seats, questions: [], mine: null })
      expect(await shown.findByRole('link', { name: 'Log in to sign up' })).toBeVisible()
      expect(section.queryByRole('link')).not.toBeInTheDocument()
    })

    it('has no control in its foot for who has a seat', async () => {
      const mine = { state: 'coming', place: null, offered_until: null, answers: [] }
      const { shown, section } = await openSeated({ ...seats, questions: [], mine }, asMember())
      expect(await section.findByRole('button', { name: 'Give my seat back' })).toBeVisible()
      expect(shown.queryByRole('button', { name: 'Sign up' })).not.toBeInTheDocument()
    })
  })

  describe('Add to calendar', () => {
    it('is offered where the server offers it', async () => {
      const { user } = open({ getEvent: { ...glass, calendar_url: '/api/contents/events/2.ics' } })
      await user.click(await readMore(glass.title))
      const link = (await dialog(glass.title)).getByRole('link', { name: 'Add to calendar' })
      expect(link).toHaveAttribute('href', '/api/contents/events/2.ics')
    })

    it.each([undefined, 'javascript:alert(1)', 7])(
      'is not offered for %s',
      async (calendar_url) => {
        const { user } = open({ getEvent: { ...glass, calendar_url } })
        await user.click(await readMore(glass.title))
        const shown = await dialog(glass.title)
        expect(shown.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument()
      },
    )

    it('is replaced by a note if the event is cancelled', async () => {
      const { user } = open({ getEvent: { ...glass, cancelled_at: '2024-04-01T08:00:00.000Z' } })
      await user.click(await readMore(glass.title))
      const shown = await dialog(glass.title)
      expect(shown.getByText('This event has been cancelled.')).toBeVisible()
    })
  })
})
