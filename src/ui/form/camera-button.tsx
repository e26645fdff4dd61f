// A button that opens the camera of a phone; elsewhere the browser asks for a file.
import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components";
import { Button } from "../button.tsx";

export type CameraButtonProps = {
  children: ReactNode;
  icon: ReactNode;
  accept: readonly string[];
  isDisabled?: boolean;
  onFiles: (files: File[]) => void;
};

export function CameraButton({ children, icon, accept, isDisabled, onFiles }: CameraButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={[...accept]}
      defaultCamera="environment"
      onSelect={(list) => list && onFiles([...list])}
    >
      <Button kind="primary" wide icon={icon} isDisabled={isDisabled ?? false}>
        {children}
      </Button>
    </FileTrigger>
  );
}
