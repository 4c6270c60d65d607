export const Detail = () => <h1 className="p-8">Detail</h1>
