import { useEffect, useState } from 'react'
import { soon } from '../../concurrency/with-timeout.ts'
import { fileTexts } from '../../messages/files.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Actions, Modal } from '../../ui/modal/modal.tsx'
import { download, openShareSheet } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import styles from './keep-file-modal.module.css'

interface KeepFileModalProps {
  /** Undefined where the person wanted to print the page. */
  file?: File | undefined
  isOnlyHere?: boolean | undefined
  onClose: () => void
}

/** The ways to keep a file in a window that saves none: open the page elsewhere, share the file, copy its content. */
export function KeepFileModal({ file, isOnlyHere = false, onClose }: KeepFileModalProps) {
  const [content, setContent] = useState('')
  const [outcome, setOutcome] = useState('')
  const isText = file !== undefined && !file.type.startsWith('image/')
  useEffect(() => {
    // Read before any press: some browsers forbid copying a moment after the press.
    if (isText) file.text().then(setContent, () => setOutcome(fileTexts.copyFailed))
  }, [file, isText])
  const canShare = file !== undefined && (navigator.canShare?.({ files: [file] }) ?? false)

  const share = async () => {
    setOutcome('')
    if (!(await openShareSheet({ files: [file!] }))) setOutcome(fileTexts.shareFailed)
  }
  const copy = async () => {
    setOutcome('')
    try {
      await soon(navigator.clipboard.writeText(content))
      setOutcome(fileTexts.copied)
    } catch {
      setOutcome(fileTexts.copyFailed)
    }
  }
  return (
    <Modal title={fileTexts.title} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.content}>
        <p>{fileTexts.inApp}</p>
        {isOnlyHere && <p>{fileTexts.onlyHere}</p>}
        {outcome === fileTexts.copyFailed && (
          <TextField
            multiline
            rows={4}
            readOnly
            label={fileTexts.content}
            value={content}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        <Text role="status">{outcome}</Text>
        {file !== undefined && (
          <Actions>
            {canShare && <Button onClick={() => void share()}>{fileTexts.share}</Button>}
            {isText && (
              <Button variant={canShare ? 'border' : 'primary'} onClick={() => void copy()}>
                {fileTexts.copy}
              </Button>
            )}
            {/* The window may belong to a browser after all, and not to an app. */}
            <Button variant="link" onClick={() => download(file)}>
              {fileTexts.tryAnyway}
            </Button>
          </Actions>
        )}
      </div>
    </Modal>
  )
}
