import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { TransferArea } from '#contract/sets.ts'
import {
  IMPORT_BYTES_MAX,
  IMPORT_FILES_MAX,
  type ImportMapping,
  type PreviewOf,
  type Step,
  type TransferReport,
} from '#contract/transfer.ts'
import { deskLocale, t } from '../i18n.ts'
import { type Chosen, inWords, isWanted } from '../parts/droppedFiles.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

/** What is sent: files that people have chosen, or the id of an upload, once they were sent. */
export type Sending =
  | { readonly chosen: Promise<readonly Chosen[]>; readonly upload?: undefined }
  | { readonly upload: string }
type Check = Sending & { readonly mapping: ImportMapping; readonly preview: PreviewOf }

/** A file that was sent, and what importing it would do. */
export type Checked = { readonly upload: string; readonly report: TransferReport }

/** Sends files and checks them without any change; then imports them. */
export function useTransfer(area: TransferArea) {
  const desk = useDataProvider<DeskDataProvider>()
  const [name, setName] = useState<string>()
  /** Share of the file that has been sent, from 0 to 1; undefined while the files are read. */
  const [share, setShare] = useState<number>()
  /** The work of the server, once it says how far it is. */
  const [step, setStep] = useState<Step>()
  const send = async (chosen: readonly Chosen[]): Promise<string> => {
    setShare(undefined)
    setName(undefined)
    const file = await oneFileOf(chosen)
    setName(file.name)
    setShare(0)
    return (await desk.upload('import', file, setShare)).id
  }
  const check = useMutation({
    mutationFn: async ({ mapping, preview, ...sending }: Check): Promise<Checked> => {
      setStep(undefined)
      const upload = sending.upload ?? (await send(await sending.chosen))
      setShare(1)
      const args = { area, upload, mapping, preview }
      return { upload, report: await desk.call(deskCalls.transfer.check, args, setStep) }
    },
    // `always`: without a connection the transfer fails at once instead of waiting for one.
    networkMode: 'always',
  })
  const run = useMutation({
    mutationFn: ({ upload, mapping }: { upload: string; mapping: ImportMapping }) => {
      setStep(undefined)
      return desk.call(deskCalls.transfer.import, { area, upload, mapping }, setStep)
    },
    networkMode: 'always',
  })
  return { check, run, name, share, step }
}

const MB = 1024 * 1024

/**
 * One file to send: the only one, or a ZIP of all with their folders.
 * @throws Error in words for people: too many, too large, none, or one that cannot be read
 */
export async function oneFileOf(chosen: readonly Chosen[]): Promise<File> {
  const wanted = chosen.filter(isWanted)
  const [first] = wanted
  if (first === undefined) throw new Error(t('transfer.no_files'))
  const count = wanted.length
  if (count > IMPORT_FILES_MAX)
    throw new Error(t('transfer.too_many', { max: IMPORT_FILES_MAX.toLocaleString(deskLocale()) }))
  const size = wanted.reduce((sum, { file }) => sum + file.size, 0)
  if (size > IMPORT_BYTES_MAX)
    throw new Error(
      t('transfer.too_large', {
        smart_count: count,
        size: Math.ceil(size / MB),
        max: IMPORT_BYTES_MAX / MB,
      }),
    )
  // Its folder says what it is, such as a category.
  if (count === 1 && !first.path.includes('/')) return first.file
  const [top = ''] = first.path.split('/')
  const isOneFolder = wanted.every(({ path }) => path.startsWith(`${top}/`))
  const name = isOneFolder ? top : t('transfer.several', { count })
  return new File(await zipOf(wanted), `${name}.zip`, { type: 'application/zip' })
}

/** Pictures and documents would not get smaller: nothing is compressed. */
async function zipOf(files: readonly Chosen[]): Promise<BlobPart[]> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(chunk)
  })
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(new Uint8Array(await inWords(file.name, file.arrayBuffer())), true)
  }
  zip.end()
  return parts
}
