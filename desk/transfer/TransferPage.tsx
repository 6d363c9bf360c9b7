import { type ChangeEvent, useId, useState } from 'react'
import { Title, useDataProvider } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { TransferReport } from '#contract/schemas/desk.ts'
import { SureButton } from '../parts/SureButton.tsx'
import { messageOf } from '../parts/useAct.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'
import { ReportView } from './ReportView.tsx'

const words = texts.transfer
const AREAS = ['rules', 'glossary'] as const
type Done = { heading: string; report: TransferReport }

const TransferPage = () => {
  const desk = useDataProvider<DeskDataProvider>()
  const [area, setArea] = useState<(typeof AREAS)[number]>('rules')
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const id = useId()

  const forget = () => {
    setDone(null)
    setProblem('')
    setIsChecked(false)
  }
  const run = async (path: string, heading: string) => {
    if (!file) return
    setIsBusy(true)
    forget()
    try {
      const report = await desk.call<TransferReport>('POST', path, await contentOf(file))
      setDone({ heading, report })
      setIsChecked(path.endsWith('/check') && report.problems.length === 0)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setIsBusy(false)
  }
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    setFile(event.target.files?.[0] ?? null)
    forget()
  }
  return (
    <div className="desk-card">
      <Title title={texts.resources.transfer} />
      <p>{words.intro}</p>
      <fieldset className="desk-switch">
        <legend>{words.area}</legend>
        {AREAS.map((one) => (
          <button
            aria-pressed={area === one}
            disabled={isBusy}
            key={one}
            onClick={() => {
              setArea(one)
              forget()
            }}
            type="button"
          >
            {words[one]}
          </button>
        ))}
      </fieldset>
      <h2>{words.export}</h2>
      <p>
        <a download={`${area}.json`} href={`${DESK_API_BASE}/transfer/${area}`}>
          {words.exportOf(words[area])}
        </a>
      </p>
      <h2>{words.import}</h2>
      <div className="desk-upload">
        <label htmlFor={id}>{words.file}</label>
        <input accept="application/json,.json" id={id} onChange={handleFile} type="file" />
      </div>
      <div className="desk-actions">
        <button
          className="desk-primary"
          disabled={isBusy || !file}
          onClick={() => run(`transfer/${area}/check`, words.checked)}
          type="button"
        >
          {words.check}
        </button>
        <SureButton
          disabled={isBusy || !isChecked}
          label={words.run}
          onSure={() => run(`transfer/${area}`, words.imported)}
          question={words.intro}
        />
      </div>
      <div aria-live="polite">
        {isBusy && (
          <>
            <p>{words.running}</p>
            <progress aria-label={words.running} />
          </>
        )}
        {problem && <p className="desk-problem">{problem}</p>}
        {done && <ReportView {...done} />}
      </div>
    </div>
  )
}

/** @throws Error with a sentence when the file is no JSON */
async function contentOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown
  } catch {
    throw new Error(words.unreadable)
  }
}

export const transfer = { list: TransferPage }
