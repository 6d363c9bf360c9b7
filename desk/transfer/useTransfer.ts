import { useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'

export type Area = 'rules' | 'glossary'
type Standing = {
  /** From 0 to 1 while a file is on its way and being worked on, else null. */
  share: number | null
  problem: string
  /** What an import would do. */
  checked: TransferReport | null
  /** What the import has done. */
  imported: TransferReport | null
}
const NOTHING: Standing = { share: null, problem: '', checked: null, imported: null }

/** One file that is tried out and then imported. */
export function useTransfer(area: Area, file: File | null) {
  const desk = useDataProvider<DeskDataProvider>()
  const [standing, setStanding] = useState(NOTHING)
  const isRunning = useRef(false)

  const run = async (path: string, keepAs: 'checked' | 'imported'): Promise<string> => {
    if (!file || isRunning.current) return ''
    isRunning.current = true
    setStanding({ ...NOTHING, share: 0 })
    let problem = ''
    try {
      await assertJson(file)
      const report = await desk.transfer<TransferReport>(path, file, (share) =>
        setStanding({ ...NOTHING, share }),
      )
      setStanding({ ...NOTHING, [keepAs]: report })
    } catch (error) {
      problem = messageOf(error)
      setStanding({ ...NOTHING, problem })
    }
    isRunning.current = false
    return problem
  }
  return {
    ...standing,
    check: () => run(`transfer/${area}/check`, 'checked'),
    importNow: () => run(`transfer/${area}`, 'imported'),
    forget: () => setStanding(NOTHING),
  }
}

/** @throws Error with a sentence when the file is no JSON */
async function assertJson(file: File): Promise<void> {
  try {
    JSON.parse(await file.text())
  } catch {
    throw new Error(texts.transfer.unreadable)
  }
}
