import { act, screen } from '@testing-library/react'
import { HttpError } from 'react-admin'
import type { Upload } from '#contract/schemas/deskUploads.ts'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { UploadInput } from '#desk/parts/UploadInput.tsx'
import type { OnShare } from '#desk/session/sendWithProgress.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

type Pending = { file: File; onShare: OnShare } & PromiseWithResolvers<Upload>

const aFile = (name: string) => new File(['x'], name, { type: 'image/png' })
const anUpload = (id: string): Upload =>
  ({ id, url: `/files/${id}.webp`, media_type: 'image/webp', size: 1 }) as never

function renderInput(picture: { url: string } | null = null, isNew = false) {
  const uploads: Pending[] = []
  const onSubmit = jest.fn()
  const view = renderInDesk(
    <DeskForm mayRemove={false} onSubmit={onSubmit}>
      <UploadInput
        current="picture"
        isRequired
        label="Picture"
        mayRemove
        purpose="picture"
        source="picture_upload"
      />
    </DeskForm>,
    {
      record: isNew ? undefined : { id: 7, name: 'Wicks', picture },
      upload: (_purpose, file, onShare) => {
        const pending = { file, onShare, ...Promise.withResolvers<Upload>() }
        uploads.push(pending)
        return pending.promise
      },
    },
  )
  const choose = async (name: string) => {
    await view.user.upload(screen.getByLabelText(/^Picture/), aFile(name))
    const upload = uploads.at(-1)
    if (!upload) throw new Error('Nothing is being uploaded.')
    return upload
  }
  const save = () => view.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...view, onSubmit, choose, save }
}
const picture = () => document.querySelector('img')?.getAttribute('src')

test('a chosen file is uploaded with its progress, and used when the form is saved', async () => {
  const { choose, save, onSubmit } = renderInput()
  expect(screen.getByLabelText('Picture Choose a file')).toHaveAttribute(
    'accept',
    'image/jpeg,image/png',
  )
  const upload = await choose('night.png')
  act(() => upload.onShare(0.5))
  expect(screen.getByRole('progressbar', { name: 'Sending night.png' })).toHaveValue(50)
  await act(async () => upload.resolve(anUpload('abc')))
  expect(await screen.findByText('night.png has arrived and is used when you save.')).toBeVisible()
  expect(picture()).toBe('/files/abc.webp')
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ picture_upload: 'abc' })
})

test('a form is not saved while its file is being uploaded', async () => {
  const { choose, save, onSubmit } = renderInput()
  await choose('night.png')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait until the file has arrived.')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a refused file leaves the present one in use', async () => {
  const { choose } = renderInput({ url: '/files/old.webp' })
  const upload = await choose('huge.png')
  await act(async () => upload.reject(new HttpError('At most 15 MB.', 413)))
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 15 MB.')
  expect(picture()).toBe('/files/old.webp')
  expectComplaint(/HttpError/)
})

test('a later choice replaces a file that is still being uploaded', async () => {
  const { choose, save, onSubmit } = renderInput()
  const first = await choose('first.png')
  const second = await choose('second.png')
  act(() => second.onShare(0.25))
  act(() => first.onShare(0.75))
  expect(screen.getByRole('progressbar', { name: 'Sending second.png' })).toHaveValue(25)
  await act(async () => second.resolve(anUpload('two')))
  await act(async () => first.resolve(anUpload('one')))
  await screen.findByText(/^second\.png has arrived/)
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ picture_upload: 'two' })
})

test('the present file is taken away when the form is saved, unless the choice is taken back', async () => {
  const { user } = renderInput({ url: '/files/old.webp' })
  await user.click(screen.getByRole('button', { name: 'Take away' }))
  expect(screen.getByText('Will be taken away when you save.')).toBeVisible()
  expect(picture()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Keep what is there' }))
  expect(picture()).toBe('/files/old.webp')
})

test('only a new record needs a file', async () => {
  const { choose, save, onSubmit } = renderInput(null, true)
  const upload = await choose('night.png')
  await act(async () => upload.resolve(anUpload('abc')))
  const remove = await screen.findByRole('button', { name: 'Take away' })
  act(() => remove.click())
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('This field is required.')
  expect(onSubmit).not.toHaveBeenCalled()
})
