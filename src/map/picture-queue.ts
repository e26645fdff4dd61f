// Pictures of one view are taken one after the other: a picture for paper gives the view another size for a moment.

/** Answers what runs a task after those before it, whether they succeeded or not. */
export function pictureQueue(): <Picture>(take: () => Promise<Picture>) => Promise<Picture> {
  let last: Promise<unknown> = Promise.resolve();
  return (take) => {
    const taken = last.then(take);
    last = taken.catch(() => undefined);
    return taken;
  };
}
