import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { boxClasses, Field, type FieldText, labelIdOf } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { optionClasses } from './optionClasses.ts'

export type SelectOption<Value extends string> = { value: Value; label: string }

export type SelectProps<Value extends string> = FieldText & {
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
  disabled?: boolean
  required?: boolean
  /** Shown while no option has the value. */
  placeholder?: string
  /** Id of a text elsewhere that is part of the description. */
  describedBy?: string
  className?: string
}

/** Headless UI's button opens on Space but hands Enter to the form, which no button should. */
function openOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
}

type NamedButtonProps = ComponentPropsWithRef<'button'> & {
  labelledBy: string
  describedBy: string | undefined
}

/** Headless UI writes the references itself; without a label and a hint of its own, empty ones. */
function NamedButton({ labelledBy, describedBy, ...rest }: NamedButtonProps) {
  return <button {...rest} aria-labelledby={labelledBy} aria-describedby={describedBy} />
}

type FloatingListProps = ComponentPropsWithRef<'div'> & { anchorId: string; labelledBy: string }

function FloatingList({ anchorId, labelledBy, ...rest }: FloatingListProps) {
  return (
    <Floating anchorId={anchorId}>
      <div {...rest} role="listbox" aria-labelledby={labelledBy} />
    </Floating>
  )
}

/** A dropdown: button with a listbox. Its name is its label followed by the chosen option. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  hideLabel,
  value,
  options,
  onChange,
  disabled = false,
  required,
  placeholder,
  describedBy,
  className,
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      required={required}
      className={className}
    >
      {(control) => (
        <Listbox value={value} onChange={onChange} disabled={disabled}>
          <ListboxButton
            as={NamedButton}
            id={control.id}
            labelledBy={`${labelIdOf(control.id)} ${control.id}-value`}
            describedBy={joined(control['aria-describedby'], describedBy) || undefined}
            aria-invalid={control['aria-invalid']}
            onKeyDown={openOnEnter}
            className={joined(
              boxClasses,
              'flex min-h-tap items-center justify-between gap-2 text-start',
            )}
          >
            <span
              id={`${control.id}-value`}
              className={joined('truncate', !chosen && 'text-ink-soft')}
            >
              {chosen?.label ?? placeholder}
            </span>
            <Icon name="selector" className="text-ink-soft" />
          </ListboxButton>
          <ListboxOptions
            as={FloatingList}
            modal={false}
            anchorId={control.id}
            labelledBy={labelIdOf(control.id)}
            className="overflow-y-auto overscroll-contain p-1 outline-none"
          >
            {options.map((option) => (
              <ListboxOption key={option.value} value={option.value} className={optionClasses}>
                <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
                {option.value === value && <Icon name="check" className="text-gold-deep" />}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </Listbox>
      )}
    </Field>
  )
}
