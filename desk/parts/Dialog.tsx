import { styled } from '@mui/material/styles'
import { type ComponentProps, type ReactElement, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../i18n.ts'
import { SMALL } from '../theme/shared.ts'
import type { Elements } from './elements.ts'

type Props = { title: string; onClose: () => void; children: Elements; isWide?: boolean }

/** The browser's own dialog: it keeps the focus inside and gives it back. Render it only while it is open. */
export const Dialog = ({ title, onClose, children, isWide }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The dialog is closed before it is unmounted; otherwise the focus would be lost.
    return () => shown?.close()
  }, [])

  return createPortal(
    <Sheet
      aria-labelledby={heading}
      data-wide={isWide}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Keeps clicks from the row that the dialog was opened in.
      onClick={(event) => event.stopPropagation()}
      ref={dialog}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </Sheet>,
    document.body,
  )
}

/** Rises from the bottom edge of small screens. */
const Sheet = styled('dialog')({
  boxSizing: 'border-box',
  width: 'min(520px, calc(100vw - 32px))',
  maxHeight: 'calc(100dvh - 32px)',
  padding: 24,
  overflow: 'auto',
  border: 0,
  borderRadius: 6,
  background: 'var(--paper)',
  color: 'var(--ink)',
  boxShadow: '0 1px 2px rgb(21 19 31 / 0.12), 0 12px 32px rgb(21 19 31 / 0.22)',
  '&[data-wide="true"]': { width: 'min(720px, calc(100vw - 32px))' },
  '&::backdrop': { background: 'rgb(21 19 31 / 0.6)' },
  '& h2, & p': { margin: '0 0 8px' },
  '& ul:not([class])': { margin: '0 0 8px', paddingInlineStart: 24, overflowWrap: 'anywhere' },
  [SMALL]: {
    '&&': { width: '100%' },
    maxWidth: '100%',
    margin: 'auto 0 0',
    borderRadius: '16px 16px 0 0',
  },
})

type ButtonsProps = {
  label: string
  keep?: string
  problem: string
  isBusy?: boolean
  isDangerous?: boolean
  onBack: () => void
}

/** The end of a form in a dialog: the message of a refusal, and the buttons to go back and to submit. */
export const DialogButtons = ({
  label,
  keep = t('back'),
  problem,
  isBusy,
  isDangerous,
  onBack,
}: ButtonsProps) => (
  <>
    <p className="desk-problem" role="alert">
      {problem}
    </p>
    <div className="desk-buttons">
      <button className="desk-plain" onClick={onBack} type="button">
        {keep}
      </button>
      <button
        aria-disabled={isBusy}
        className={isDangerous ? 'desk-primary desk-danger' : 'desk-primary'}
        type="submit"
      >
        {label}
      </button>
    </div>
  </>
)

/** The day on which something ends that lasts a year at most. */
export const UntilField = (field: Pick<FieldProps, 'value' | 'onChange'>) => (
  <DialogField {...field} label={t('reports.until')} note={t('reports.until_note')} type="date" />
)

type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  note?: string
  type?: 'text' | 'email' | 'date' | 'datetime-local'
  isOptional?: boolean
  /** Lines of a longer text. */
  rows?: number
  maxLength?: number
  autoComplete?: 'off' | 'one-time-code'
}

export const DialogField = ({
  label,
  value,
  onChange,
  note,
  type = 'text',
  rows,
  maxLength,
  autoComplete = 'off',
  isOptional = false,
}: FieldProps): ReactElement => {
  const id = useId()
  const field = {
    'aria-describedby': note && `${id}-note`,
    'aria-required': !isOptional,
    autoComplete,
    id,
    maxLength,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    value,
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...field} type={type} /> : <textarea {...field} rows={rows} />}
      {note && (
        <p className="desk-quiet" id={`${id}-note`}>
          {note}
        </p>
      )}
    </>
  )
}

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  label: string
  value: Value
  /** Values with their names. */
  choices: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

export function DialogSelect<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, value, choices, onChange, ...field } = props
  const id = useId()
  const handleChange = (chosen: string) => {
    const found = choices.find(([known]) => known === chosen)
    if (found) onChange(found[0])
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onChange={(event) => handleChange(event.target.value)}
        value={value}
        {...field}
      >
        {choices.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
