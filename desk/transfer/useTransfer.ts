import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { ImportMapping, PreviewOf, Step, TransferReport } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { type Chosen, oneFileOf } from './chosenFiles.ts'

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
      return { upload, report: await desk.call(deskRoutes.transfer.check, args, setStep) }
    },
    // `always`: without a connection the transfer fails at once instead of waiting for one.
    networkMode: 'always',
  })
  const run = useMutation({
    mutationFn: ({ upload, mapping }: { upload: string; mapping: ImportMapping }) => {
      setStep(undefined)
      return desk.call(deskRoutes.transfer.import, { area, upload, mapping }, setStep)
    },
    networkMode: 'always',
  })
  return { check, run, name, share, step }
}
