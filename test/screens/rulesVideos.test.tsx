import { fireEvent, screen, within } from '@testing-library/react'
import { later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { links, openRules } from './openRules.tsx'

const videos = [
  {
    video_title: 'The two dice in one minute',
    file_url: '/files/two-dice.mp4',
    captions_url: '/files/two-dice.vtt',
    poster_url: '/files/two-dice.webp',
  },
  { video_title: 'Ripples, boons and seeds', file_url: '/files/ripples.mp4' },
  { video_title: 'Not a film', file_url: 'javascript:alert(1)' },
]
const area = () => within(screen.getByRole('region', { name: 'Rules videos' }))
const player = (name: string) => area().findByLabelText<HTMLVideoElement>(name)
type Answer = unknown[] | Response | Promise<unknown>
const open = (response: Answer) => openRules({ listRuleVideos: () => response })

describe('Rules videos', () => {
  it('are neither shown nor called for where the community hides them', async () => {
    const kit = document.createElement('meta')
    kit.name = 'kit'
    kit.content = JSON.stringify({ stamp: '1', name: 'Ours', hidden: ['videos'] })
    document.head.append(kit)
    const { api } = open(videos)
    await links()
    kit.remove()
    expect(screen.queryByRole('region', { name: 'Rules videos' })).toBeNull()
    expect(api.calls('listRuleVideos')).toEqual([])
  })

  it('are a numbered list beside a player that shows the first of them', async () => {
    open(videos)
    const video = await player('The two dice in one minute')
    expect(video.tagName).toBe('VIDEO')
    expect(video).toHaveAttribute('src', '/files/two-dice.mp4')
    expect(video).toHaveAttribute('poster', '/files/two-dice.webp')
    const list = area().getByRole('list', { name: 'Videos' })
    expect(list.tagName).toBe('OL')
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '1.The two dice in one minute',
      '2.Ripples, boons and seeds',
      '3.Not a film',
    ])
    const first = within(list).getByRole('button', { name: 'The two dice in one minute' })
    expect(first).toHaveAttribute('aria-current', 'true')
  })

  it('are played by one button, which gives way to the controls of the browser', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    const { user } = open(videos)
    const video = await player('The two dice in one minute')
    const button = area().getByRole('button', { name: 'Play video: The two dice in one minute' })
    expect(video).not.toHaveAttribute('controls')
    await user.click(button)
    expect(play.mock.contexts).toEqual([video])
    expect(video).toHaveFocus()
    fireEvent.play(video)
    expect(button).not.toBeInTheDocument()
    expect(video).toHaveAttribute('controls')
    expect(video).toHaveFocus()
  })

  it('carry captions where the server has some', async () => {
    const { user } = open(videos)
    const track = (video: HTMLVideoElement) => video.querySelector('track')
    const captions = track(await player('The two dice in one minute'))
    expect(captions).toHaveAttribute('src', '/files/two-dice.vtt')
    expect(captions).toHaveAttribute('kind', 'captions')
    expect(captions).toHaveAttribute('srclang', 'en')
    await user.click(area().getByRole('button', { name: 'Ripples, boons and seeds' }))
    expect(track(await player('Ripples, boons and seeds'))).not.toHaveAttribute('src')
  })

  it('switch by a click on the list', async () => {
    const { user } = open(videos)
    await player('The two dice in one minute')
    const second = area().getByRole('button', { name: 'Ripples, boons and seeds' })
    await user.click(second)
    expect(await player('Ripples, boons and seeds')).toHaveAttribute('src', '/files/ripples.mp4')
    expect(second).toHaveAttribute('aria-current', 'true')
    expect(area().queryByLabelText('The two dice in one minute')).not.toBeInTheDocument()
  })

  it('never play an invalid URL', async () => {
    const { user } = open(videos)
    await player('The two dice in one minute')
    await user.click(area().getByRole('button', { name: 'Not a film' }))
    expect(area().queryByRole('button', { name: /^Play/ })).toBeNull()
    expect(await player('Not a film')).not.toHaveAttribute('src')
    expect(area().getByRole('alert')).toHaveTextContent('This video isn’t available.')
    expect(area().queryByRole('link')).not.toBeInTheDocument()
  })

  it('try a second format, where the server has one, and go on playing', async () => {
    open([{ ...videos[0], webm_url: '/files/two-dice.webm' }])
    const video = await player('The two dice in one minute')
    expect(video).toHaveAttribute('src', '/files/two-dice.mp4')
    fireEvent.play(video)
    fireEvent.error(video)
    expect(video).toHaveAttribute('src', '/files/two-dice.webm')
    expect(video).toHaveAttribute('autoplay')
  })

  it.each([
    ['the only format', undefined],
    ['the last of two formats', '/files/two-dice.webm'],
  ])('say so and offer the file when %s cannot be played', async (_, webm_url) => {
    open([{ ...videos[0], webm_url }, videos[1]])
    const video = await player('The two dice in one minute')
    if (webm_url) fireEvent.error(video)
    expect(area().queryByRole('alert')).not.toBeInTheDocument()
    expect(video).not.toHaveAttribute('autoplay')
    fireEvent.error(video)
    const told = within(area().getByRole('alert'))
    expect(told.getByText(/^This browser can’t play the video\./)).toBeVisible()
    const link = told.getByRole('link', { name: 'Download video: The two dice in one minute' })
    expect(link).toHaveAttribute('href', '/files/two-dice.mp4')
    expect(link).toHaveAttribute('download')
  })

  it('forget the failure of one film when another is chosen', async () => {
    const { user } = open(videos)
    fireEvent.error(await player('The two dice in one minute'))
    expect(area().getByRole('alert')).toBeVisible()
    await user.click(area().getByRole('button', { name: 'Ripples, boons and seeds' }))
    await player('Ripples, boons and seeds')
    expect(area().queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each<[string, Answer]>([
    ['there are none', []],
    ['they cannot be loaded', refusal(500)],
  ])('say so when %s', async (_, response) => {
    open(response)
    expect(await area().findByRole('status')).toHaveTextContent('Error loading videos.')
    expect(area().queryByRole('list')).not.toBeInTheDocument()
  })

  it('show nothing while they load', async () => {
    const response = later<unknown>()
    open(response.promise)
    expect(area().queryByRole('status')).not.toBeInTheDocument()
    response.resolve(videos)
    expect(await player('The two dice in one minute')).toBeInTheDocument()
  })

  it('can be retried after a failure', async () => {
    const { user, api } = open(refusal(500))
    const again = await area().findByRole('button', { name: 'Try again' })
    api.respond({ listRuleVideos: videos })
    await user.click(again)
    expect(await player('The two dice in one minute')).toBeInTheDocument()
  })
})
