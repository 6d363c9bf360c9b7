import { useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { TransferReport } from '#contract/schemas/transfer.ts'
import type { TransferArea } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Progress = {
  /** From 0 to 1 while a file is being sent and worked on, else null. */
  share: number | null
  problem: string
  /** What an import would do. */
  checked: TransferReport | null
  /** What the import has done. */
  imported: TransferReport | null
}
const NOTHING: Progress = { share: null, problem: '', checked: null, imported: null }

/** One file that is tried out and then imported. */
export function useTransfer(area: TransferArea, file: File | null) {
  const desk = useDataProvider<DeskDataProvider>()
  const [progress, setProgress] = useState(NOTHING)
  const isRunning = useRef(false)

  const run = async (action: 'check' | 'import'): Promise<string> => {
    if (!file || isRunning.current) return ''
    isRunning.current = true
    setProgress({ ...NOTHING, share: 0 })
    let problem = ''
    try {
      await assertJson(file)
      const report = await desk.transfer(action, area, file, (share) =>
        setProgress({ ...NOTHING, share }),
      )
      setProgress({ ...NOTHING, [action === 'check' ? 'checked' : 'imported']: report })
    } catch (error) {
      problem = messageOf(error)
      setProgress({ ...NOTHING, problem })
    }
    isRunning.current = false
    return problem
  }
  return {
    ...progress,
    check: () => run('check'),
    importNow: () => run('import'),
    forget: () => setProgress(NOTHING),
  }
}

/** @throws Error with a sentence when the file is no JSON */
async function assertJson(file: File): Promise<void> {
  try {
    JSON.parse(await file.text())
  } catch {
    throw new Error(t('transfer.unreadable'))
  }
}
