import { styled } from '@mui/material/styles'
import { useRef } from 'react'
import { TextInput, type TextInputProps, useDataProvider } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useTextEditor } from '#kit/textEditor.tsx'
import { t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import type { Elements } from './elements.ts'
import { messageOf } from './useAction.ts'

/** An emptied field stays an empty text; react-admin would make it null. */
export const asTyped = (text: string): string => text

/** @param isLight for a form without the field `format` */
type Props = TextInputProps & { isLight?: boolean | undefined }

/** A text of a record with a format: with a toolbar while that is light formatting. */
export const FormattedInput = ({ isLight, ...props }: Props) => {
  const format: unknown = useWatch({ name: 'format' })
  const input = <TextInput defaultValue="" multiline parse={asTyped} {...props} />
  return (isLight ?? format === 'light') ? <Tools>{input}</Tools> : input
}

/** react-admin renders the field. */
const Tools = ({ children }: { children: Elements }) => {
  const desk = useDataProvider<DeskDataProvider>()
  const frame = useRef<HTMLDivElement>(null)
  const send = async (file: File) => {
    try {
      const { url } = await desk.upload('text', file, () => undefined)
      return url === null ? { problem: '' } : { url }
    } catch (error) {
      return { problem: messageOf(error) }
    }
  }
  const { note, toolbar, events } = useTextEditor(
    () => frame.current?.querySelector('textarea:not([readonly])') ?? null,
    {
      say: (text) => t(`editor.${text}`),
      picture: { accept: 'image/jpeg,image/png', send },
    },
  )
  return (
    <Frame {...events} ref={frame}>
      {toolbar}
      {children}
      <p role="status">{note}</p>
    </Frame>
  )
}

/** The label is above the toolbar, and the toolbar is joined to the field. */
const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  marginTop: 4,
  '& .MuiFormControl-root': { display: 'contents' },
  '& .MuiInputLabel-root': { order: -1 },
  '&& .MuiInputBase-root': { marginTop: 0, borderTopLeftRadius: 0, borderTopRightRadius: 0 },
  '& [role="toolbar"]': {
    display: 'flex',
    flexWrap: 'wrap',
    marginTop: 4,
    border: '1px solid var(--field)',
    borderBottom: 0,
    borderRadius: '6px 6px 0 0',
    background: 'var(--ground)',
  },
  '& [role="toolbar"] button': {
    minWidth: 44,
    minHeight: 44,
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    '&:hover': { background: 'var(--line)' },
    '&[aria-disabled]': { opacity: 0.4, cursor: 'default' },
    // The ring stays within the bar.
    '&:focus-visible': { outlineOffset: -3 },
  },
  '& > [role="status"]': { margin: 0 },
})
