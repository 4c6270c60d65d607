export const Orders = () => <h1 className="p-8">Orders</h1>
