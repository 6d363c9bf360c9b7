import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { screenOf } from '#src/app/pages.ts'

const Rules = () => <h1>Rules</h1>
const draw = (Screen: ReturnType<ReturnType<typeof screenOf>['component']>) =>
  render(
    <Suspense fallback={<p>Outline</p>}>
      <Screen />
    </Suspense>,
  )

describe('A screen in a chunk of its own', () => {
  it('shows the outline until its chunk is there', async () => {
    draw(screenOf(async () => ({ Rules }), 'Rules').component())
    expect(screen.getByText('Outline')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeVisible()
  })

  it('is rendered at once when its chunk was preloaded, which is done once', async () => {
    const fetchChunk = jest.fn(async () => ({ Rules }))
    const rules = screenOf(fetchChunk, 'Rules')
    await rules.load()
    await rules.load()
    draw(rules.component())
    expect(screen.getByRole('heading', { name: 'Rules' })).toBeVisible()
    expect(fetchChunk).toHaveBeenCalledTimes(1)
  })

  it('asks again after a failure', async () => {
    const fetchChunk = jest.fn(async () => ({ Rules })).mockRejectedValueOnce(new Error('offline'))
    const rules = screenOf(fetchChunk, 'Rules')
    await expect(rules.load()).rejects.toThrow('offline')
    draw(rules.component())
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeVisible()
  })
})
